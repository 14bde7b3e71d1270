import DeepLinks
import FleetStore
import Gateway
import Platform

/// Where `postern resolve` looks a URL up.
enum ResolveSource {
    /// A fleet file.
    case file(String)
    /// The database.
    case database(DatabaseAddress)
    /// A running gateway, by its admin listener.
    case gateway(String)

    /// Asks.
    ///
    /// - Parameters:
    ///   - question: The URL and who asks.
    ///   - json: Whether the answer is JSON or lines for people.
    /// - Returns: The answer.
    /// - Throws: What keeps the source from answering.
    func answer(_ question: ResolveQuestion, json: Bool) throws -> [UInt8] {
        if case .gateway(let base) = self {
            return try AdminRequest(base: base, target: question.target(json: json)).send()
        }
        let report = try report(question)
        return json ? report.json : Array(report.text.utf8)
    }

    private func report(_ question: ResolveQuestion) throws -> ResolveReport {
        guard let site = try site(of: question) else {
            return ResolveReport(question, time: question.time ?? .now(), answer: nil)
        }
        return try site.tenant.report(question, site.domain, findLink: site.findLink)
    }

    /// Finds whose a host is; `nil` for an unknown one.
    ///
    /// A running gateway tells only reports.
    func site(of question: ResolveQuestion) throws -> ResolvedSite? {
        switch self {
        case .file(let path):
            let tenants = try FleetFileArgument(path: path).document().fleet().tenants
            for tenant in tenants {
                guard let domain = tenant.liveDomain(answering: question.host, among: tenants) else { continue }
                return ResolvedSite(tenant: tenant, domain: domain) { key in tenant.links?.first { $0.key == key } }
            }
        case .database(let database):
            let store = try database.openStore()
            let host = try parse("URL", question.host) { text throws(RuleViolation) in
                try DomainName(text, isAttested: true)
            }
            guard let name = try store.owner(of: host) else { break }
            let tenant = try store.tenant(named: name).tenant
            guard let domain = tenant.liveDomain(answering: question.host, among: [tenant]) else { break }
            return ResolvedSite(tenant: tenant, domain: domain) { key in
                try store.links(of: name, keys: [key]).first
            }
        case .gateway: break
        }
        return nil
    }
}

/// Whose a host is, and where its links are.
struct ResolvedSite {
    let tenant: Tenant
    let domain: Domain
    let findLink: (LinkKey) throws -> Link?
}

extension Tenant {
    /// The live domain that answers for a host: its exact name, else a wildcard one label up, unless another tenant has
    /// the exact name.
    fileprivate func liveDomain(answering host: String, among tenants: [Tenant]) -> Domain? {
        let exact = domains.first { $0.state == .live && $0.name.text == host }
        if let exact { return exact }
        guard !tenants.contains(where: { $0.domains.contains { $0.state == .live && $0.name.text == host } }) else {
            return nil
        }
        return domains.first { $0.state == .live && $0.name.isWildcard && $0.name.covers(host) }
    }

    fileprivate func report<Failure: Error>(
        _ question: ResolveQuestion, _ domain: Domain, findLink: (LinkKey) throws(Failure) -> Link?
    ) throws(Failure) -> ResolveReport {
        let time = question.time ?? .now()
        let explanation = try routeSet(for: domain).explain(question.url, client: question.client, time: time) {
            (route, slug) throws(Failure) in
            try findLink(LinkKey(domain: domain.name, route: route, slug: slug))
        }
        return ResolveReport(
            question, time: time,
            answer: ResolveReport.Answer(
                tenant: name, domain: domain.name, explanation: explanation,
                uploads: domain.uploads.openings(of: question.url, apps: apps),
                level: DestinationLevels(of: self, for: domain).level(of: explanation, for: question.client),
                language: question.fields.languages.best(of: page.languages, standard: page.language)))
    }
}
