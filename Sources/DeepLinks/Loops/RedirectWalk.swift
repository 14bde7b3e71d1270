internal import Platform

/// Follows the redirects of the fleet's own hosts from URL to URL, so that a write can refuse those that lead in a circle
/// (case 72).
///
/// What it follows holds whatever the time of day, and for suspended tenants too. A name that only a wildcard covers may
/// be a website elsewhere in spite of it (`www` below `*.acme.example` mostly is): walks begin there and never go there.
package struct RedirectWalk<Failure: Error> {
    /// A live domain and its tenant.
    package typealias Place = (tenant: Tenant, domain: Domain)

    private let findDomain: (String) throws(Failure) -> Place?
    private let findLink: (TenantName, LinkKey) throws(Failure) -> Link?
    private var places: [String: Place?] = [:]
    private var runs: [DomainName: ProgramRun] = [:]

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

    /// The rule against a URL whose redirects lead in a circle, or on and on; `nil` for one that comes to an end.
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
        var trail: [String] = []
        var next = url
        while trail.count <= RedirectTrail.mostRedirects {
            guard let step = try step(from: next, client, isStart: trail.isEmpty) else { return nil }
            if trail.isEmpty, let route, step.route != route { return nil }
            if let start = trail.firstIndex(of: step.url) {
                return "it leads in a circle: " + (trail[start...] + [step.url]).joined(separator: " → ")
            }
            trail.append(step.url)
            guard let location = step.location else { return nil }
            next = location
        }
        return "it leads on through more than \(RedirectTrail.mostRedirects) redirects: "
            + trail.prefix(3).joined(separator: " → ") + " → …"
    }

    private struct Step {
        /// The URL as it is compared: without the fragment.
        let url: String
        let route: RouteName?
        let location: String?
    }

    /// What one of the fleet's own hosts answers; `nil` where the URL is not on one.
    private mutating func step(from text: String, _ client: Client, isStart: Bool) throws(Failure) -> Step? {
        guard let url = try? LinkURL(text), let host = try? url.canonicalHost(),
            url.port == nil || url.port == (url.scheme == .https ? 443 : 80), let place = try place(of: host),
            isStart || !place.domain.name.isWildcard
        else { return nil }
        let path = url.path.isEmpty ? Array("/".utf8) : Array(url.path)
        let query = Array(url.query ?? [])
        let name = "https://\(host)\(String(bytes: path))" + (query.isEmpty ? "" : "?\(String(bytes: query))")
        guard ReservedPath(path: path.span) == nil else { return Step(url: name, route: nil, location: nil) }
        var run = runs[place.domain.name] ?? Self.run(of: place)
        runs[place.domain.name] = run
        run.client = client
        run.resolve(path: path, query: query)
        var route = run.decision.route
        if let request = run.linkRequest {
            route = request.route
            let key = LinkKey(
                domain: place.domain.name, route: place.tenant.routeSet(for: place.domain).routes[request.route].name,
                slug: run.slug)
            var link = try findLink(place.tenant.name, key)
            link?.life = LinkLife()
            run.answer(link, request)
        }
        let names = place.tenant.routes.filter { $0.holds(for: place.domain.name) }.map(\.name)
        let location: String? =
            switch run.outcome {
            case .redirect(_, _, let location): location
            case .notFound where run.decision.reason == .ownURL: name
            case .notFound, .page, .reserved: nil
            }
        return Step(url: name, route: route.map { names[$0] }, location: location)
    }

    private static func run(of place: Place) -> ProgramRun {
        var set = place.tenant.routeSet(for: place.domain)
        set.isSuspended = false
        for index in set.routes.indices { set.routes[index].lifeSpan = LifeSpan() }
        return ProgramRun(set, host: place.domain.name.base.text, client: Client(), time: UnixTime(microseconds: 0))
    }
}

/// How far redirects are followed.
package enum RedirectTrail {
    /// Redirects from one of the fleet's own URLs to another at most.
    package static let mostRedirects = 10
}
