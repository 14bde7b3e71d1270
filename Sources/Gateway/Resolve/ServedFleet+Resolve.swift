import DeepLinks
import FleetStore
import Platform

extension ServedFleet {
    /// The link that decides a URL, by what is served now; `nil` where none does.
    func link(for question: ResolveQuestion) -> LinkQuery? {
        let table = table
        guard let domain = table.domain(answering: question.host), let routes = domain.details?.routes,
            let needed = routes.neededLink(question.url, client: question.client, time: question.time ?? .now()),
            let route = routes.routes.firstIndex(where: { $0.name == needed.route })
        else { return nil }
        return table.find(domain.key)?.linkPlace(route)?.query(needed.slug)
    }

    /// What this process does with a URL, by what it serves now.
    ///
    /// - Parameters:
    ///   - question: The URL and who asks.
    ///   - found: What was found of ``link(for:)``.
    /// - Returns: The report.
    func report(_ question: ResolveQuestion, found: LookupAnswer) -> ResolveReport {
        let time = question.time ?? .now()
        guard let domain = domain(for: question.host), let details = domain.details else {
            return ResolveReport(question, time: time, answer: nil)
        }
        let explanation = details.routes.explain(question.url, client: question.client, time: time) { route, slug in
            guard case .found(let link) = found else { return nil }
            let key = LinkKey(domain: domain.domainName, route: route, slug: slug)
            return Link(
                key: key, destination: link.destination, life: link.life, afterwards: link.afterwards,
                details: link.details)
        }
        return ResolveReport(
            question, time: time,
            answer: ResolveReport.Answer(
                tenant: domain.tenantName, domain: domain.domainName, explanation: explanation,
                uploads: details.uploads.openings(of: question.url, apps: details.routes.apps),
                level: details.levels.level(of: explanation, for: question.client),
                language: details.page.language(for: question.fields.languages)))
    }
}
