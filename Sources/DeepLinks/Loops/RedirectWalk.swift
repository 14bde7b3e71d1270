internal import Platform

/// Follows the redirects of the fleet's own hosts from URL to URL, so that a write can refuse those that lead in a circle
/// (case 72).
///
/// What it follows holds whatever the time of day, and for suspended tenants too. A name that only a wildcard covers may
/// be a website elsewhere in spite of it (`www` below `*.acme.example` mostly is): walks begin there, and go there only
/// where a link of the wildcard's decides, whose address nobody else has by chance.
package struct RedirectWalk<Failure: Error> {
    /// A live domain and its tenant.
    package typealias Place = (tenant: Tenant, domain: Domain)

    private let findDomain: (String) throws(Failure) -> Place?
    private let findLink: (TenantName, LinkKey) throws(Failure) -> Link?
    private var places: [String: Place?] = [:]
    private var runs: [DomainName: ProgramRun] = [:]
    /// Whether a link that was met has places of its own for platforms.
    var dependsOnPlatform = false

    /// Makes a walk.
    ///
    /// - Parameters:
    ///   - findDomain: The live domain that answers for a host, given in its canonical text; `nil` for hosts of others.
    ///   - findLink: The link of a tenant with a key, if there is one.
    package init(
        findDomain: @escaping (String) throws(Failure) -> Place?,
        findLink: @escaping (TenantName, LinkKey) throws(Failure) -> Link?
    ) {
        self.findDomain = findDomain
        self.findLink = findLink
    }

    /// The live domain that answers for a host; each is asked for once.
    mutating func place(of host: String) throws(Failure) -> Place? {
        let host = host.hasSuffix(".") ? String(host.dropLast()) : host
        if let known = places[host] { return known }
        let place = try findDomain(host)
        places[host] = .some(place)
        return place
    }

    /// Whether one of these hosts, given in lower case, is the fleet's own.
    ///
    /// - Throws: What the look-ups throw.
    package mutating func isOurs(_ hosts: Set<String>) throws(Failure) -> Bool {
        for host in hosts.sorted() {
            if try place(of: host) != nil { return true }
        }
        return false
    }

    /// The rule against a URL whose redirects lead in a circle, or on and on; `nil` for one that comes to an end.
    ///
    /// Where a link's time may be over, both is followed: where it leads, and where it leads afterwards.
    ///
    /// - Parameters:
    ///   - url: A URL that somebody may follow.
    ///   - client: Who follows it.
    ///   - route: The route that has to decide the URL for the walk to count; `nil` for none.
    /// - Returns: The rule.
    /// - Throws: What the look-ups throw.
    mutating func rule(
        against url: String, client: Client = Client(), decidedBy route: RouteName?? = .none
    ) throws(Failure) -> String? {
        try rule(against: url, client, decidedBy: route, behind: [], in: RedirectTimes())
    }

    private mutating func rule(
        against url: String, _ client: Client, decidedBy route: RouteName??, behind trail: [String],
        in times: RedirectTimes
    ) throws(Failure) -> String? {
        guard trail.count <= RedirectTrail.mostRedirects else {
            return "it leads on through more than \(RedirectTrail.mostRedirects) redirects: "
                + trail.prefix(3).joined(separator: " → ") + " → …"
        }
        guard let step = try step(from: url, client, isStart: trail.isEmpty) else { return nil }
        if trail.isEmpty, let route, step.route != route { return nil }
        if let start = trail.firstIndex(of: step.url) {
            return "it leads in a circle: " + (trail[start...] + [step.url]).joined(separator: " → ")
        }
        for way in step.ways {
            guard let location = way.location, let both = times.overlap(with: way.times),
                let rule = try rule(
                    against: location, client, decidedBy: .none, behind: trail + [step.url], in: both)
            else { continue }
            return rule
        }
        return nil
    }

    private struct Step {
        /// The URL as it is compared: without the fragment.
        let url: String
        let route: RouteName?
        var ways: [(location: String?, times: RedirectTimes)] = []
    }

    /// What one of the fleet's own hosts answers; `nil` where the URL is not on one.
    private mutating func step(from text: String, _ client: Client, isStart: Bool) throws(Failure) -> Step? {
        guard let url = try? LinkURL(text), let host = try? url.canonicalHost(),
            url.hasDefaultPort, let place = try place(of: host)
        else { return nil }
        let mayBeElsewhere = !isStart && place.domain.name.isWildcard
        let path = url.path.isEmpty ? Array("/".utf8) : Array(url.path)
        let query = Array(url.query ?? [])
        let name = "https://\(host)\(String(bytes: path))" + (query.isEmpty ? "" : "?\(String(bytes: query))")
        guard ReservedPath(path: path.span) == nil else {
            return mayBeElsewhere ? nil : Step(url: name, route: nil)
        }
        var run = runs[place.domain.name] ?? Self.run(of: place)
        runs[place.domain.name] = run
        run.client = client
        run.resolve(path: path, query: query)
        let names = place.tenant.routes.filter { $0.holds(for: place.domain.name) }.map(\.name)
        guard let request = run.linkRequest else {
            if mayBeElsewhere { return nil }
            return Step(
                url: name, route: run.decision.route.map { names[$0] },
                ways: [(run.location(of: name), RedirectTimes())])
        }
        var step = Step(url: name, route: names[request.route])
        let key = LinkKey(
            domain: place.domain.name, route: place.tenant.routeSet(for: place.domain).routes[request.route].name,
            slug: run.slug)
        let link = try findLink(place.tenant.name, key)
        if mayBeElsewhere, link == nil { return nil }
        if link?.details.platforms.isEmpty == false { dependsOnPlatform = true }
        for (life, times) in link?.stages ?? [(LinkLife(), RedirectTimes())] {
            var stage = run
            var staged = link
            staged?.life = life
            stage.answer(staged, request)
            step.ways.append((stage.location(of: name), times))
        }
        return step
    }

    private static func run(of place: Place) -> ProgramRun {
        var set = place.tenant.routeSet(for: place.domain)
        set.isSuspended = false
        for index in set.routes.indices { set.routes[index].lifeSpan = LifeSpan() }
        return ProgramRun(set, host: place.domain.name.base.text, client: Client(), time: UnixTime(microseconds: 0))
    }
}

/// The times at which redirects lead somewhere, in microseconds since 1970.
private struct RedirectTimes {
    var start = Int64.min
    var end = Int64.max

    /// The times that are in both; `nil` for none.
    func overlap(with other: RedirectTimes) -> RedirectTimes? {
        let both = RedirectTimes(start: max(start, other.start), end: min(end, other.end))
        return both.start < both.end ? both : nil
    }
}

extension Link {
    /// What the link is in the course of time, as a run at the year 1970 sees it; that it begins, pauses or is blocked
    /// does not count, for it may be otherwise tomorrow.
    fileprivate var stages: [(life: LinkLife, times: RedirectTimes)] {
        guard let expires = life.expires?.microseconds else { return [(LinkLife(), RedirectTimes())] }
        let live = (LinkLife(), RedirectTimes(end: expires))
        guard afterwards != nil else { return [live] }
        return [live, (LinkLife(expires: UnixTime(microseconds: 0)), RedirectTimes(start: expires))]
    }
}

extension ProgramRun {
    /// Where the redirect leads, if it is one; a URL that would lead to itself leads home.
    fileprivate func location(of url: String) -> String? {
        switch outcome {
        case .redirect(_, _, let location): location
        case .notFound where decision.reason == .ownURL: url
        case .notFound, .page, .reserved: nil
        }
    }
}

/// How far redirects are followed.
package enum RedirectTrail {
    /// Redirects from one of the fleet's own URLs to another at most.
    package static let mostRedirects = 10
}
