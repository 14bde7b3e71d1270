import DeepLinks

/// Looks for what the names of a tenant's domains do to each other's files.
struct DomainFindings {
    private let tenant: Tenant
    private let domain: Domain

    init(_ tenant: Tenant, _ domain: Domain) {
        self.tenant = tenant
        self.domain = domain
    }

    /// What is to be known of a wildcard, and of an exact name below one.
    func findings(_ decisions: AppDecisions, kind: AssociationKind) -> [CompileFinding] {
        let set = tenant.routeSet(for: domain)
        switch domain.name {
        case .wildcard(let parent):
            let clips = kind == .aasa ? appClipFindings(parent: parent.text) : []
            return wildcardFindings(set, decisions, kind, parent: parent.text) + clips
        case .exact(let name):
            guard let wildcard = tenant.wildcard(above: domain) else { return [] }
            guard let url = difference(domain, wildcard, decisions, kind, host: name.text) else { return [] }
            return [
                CompileFinding(
                    code: .exactSibling, route: nil, url: url,
                    message:
                        "is decided otherwise by the \(source(of: wildcard, kind)) of \(wildcard.name): apps need "
                        + "applinks:\(name.text) too")
            ]
        }
    }

    /// An entitlement takes no wildcard for App Clips, though the file of one may list them.
    private func appClipFindings(parent: String) -> [CompileFinding] {
        guard let clip = tenant.apps.lazy.flatMap(\.appClips).first else { return [] }
        return [
            CompileFinding(
                code: .appClipWildcard, route: nil, url: "https://\(freeLabel(below: parent)).\(parent)/",
                message: "offers the App Clip \(clip) only to an app that names the host: appclips: takes no wildcard")
        ]
    }

    private func wildcardFindings(
        _ set: RouteSet, _ decisions: AppDecisions, _ kind: AssociationKind, parent: String
    ) -> [CompileFinding] {
        guard let opening = set.routes.first(where: { $0.opens != .none }) else { return [] }
        var findings: [CompileFinding] = []
        let url = { (host: String) in SampleURL(opening.pattern, host: host).text() }
        if !tenant.domains.contains(where: { $0.name.text == parent }) {
            findings.append(
                CompileFinding(
                    code: .parentElsewhere, route: nil, url: url(parent),
                    message: "opens the app by this file too, which systems read at \(parent)"))
        }
        for sibling in tenant.domains where tenant.wildcard(above: sibling)?.name == domain.name {
            let host = sibling.name.text
            guard let url = difference(domain, sibling, decisions, kind, host: host) else { continue }
            findings.append(
                CompileFinding(
                    code: .exactSibling, route: nil, url: url,
                    message:
                        "is decided otherwise by the \(source(of: sibling, kind)) of \(host), which apps read only for "
                        + "applinks:\(host)"))
        }
        findings.append(
            CompileFinding(
                code: .deeperName, route: nil, url: url("a.\(freeLabel(below: parent)).\(parent)"),
                message: "may open the app, and the gateway answers no name so deep"))
        return findings
    }

    /// A label below a name under which no other domain of the tenant is.
    private func freeLabel(below parent: String) -> String {
        ["any", "other", "name", "x"].first { label in
            !tenant.domains.contains { ".\($0.name.base.text)".hasSuffix(".\(label).\(parent)") }
        } ?? "any"
    }

    private func source(of other: Domain, _ kind: AssociationKind) -> String {
        other.uploads[kind] == nil ? "table" : "file"
    }

    /// A URL that the files of two domains decide differently for an app.
    private func difference(
        _ domain: Domain, _ other: Domain, _ decisions: AppDecisions, _ kind: AssociationKind, host: String
    ) -> String? {
        guard domain.uploads[kind] == nil, other.uploads[kind] == nil else {
            return uploadedDifference(domain, other, kind, host: host)
        }
        let (set, otherSet) = (tenant.routeSet(for: domain), tenant.routeSet(for: other))
        let otherDecisions = AppDecisions(otherSet)
        for route in set.routes + otherSet.routes {
            let text = SampleURL(route.pattern, host: host).text()
            guard let url = try? LinkURL(text) else { continue }
            if set.apps.contains(where: { decisions.opens(url, $0.name) != otherDecisions.opens(url, $0.name) }) {
                return text
            }
        }
        return nil
    }

    /// As ``difference(_:_:_:_:host:)`` by the files themselves: one that is uploaded has no routes.
    private func uploadedDifference(
        _ domain: Domain, _ other: Domain, _ kind: AssociationKind, host: String
    ) -> String? {
        let files = [domain, other].map { (try? tenant.associationFile(for: $0, kind: kind)) ?? nil }
        let limits = ComparisonLimits(steps: 400_000)
        let comparison =
            switch kind {
            case .aasa:
                AssociationComparison(
                    old: files[0].flatMap { try? AppleDocument($0) }, new: files[1].flatMap { try? AppleDocument($0) },
                    host: host, limits: limits)
            case .assetlinks:
                AssociationComparison(
                    old: files[0].flatMap { try? AndroidDocument($0) },
                    new: files[1].flatMap { try? AndroidDocument($0) }, host: host, limits: limits)
            }
        return comparison.differences.first.map { "\($0.url)" }
    }
}

extension Tenant {
    /// The wildcard that an exact name lies below.
    func wildcard(above domain: Domain) -> Domain? {
        guard case .exact(let name) = domain.name else { return nil }
        return domains.first { other in
            guard case .wildcard(let parent) = other.name else { return false }
            return name.text.hasSuffix("." + parent.text)
        }
    }
}
