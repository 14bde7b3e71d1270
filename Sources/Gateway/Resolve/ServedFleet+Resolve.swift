import DeepLinks
import FleetStore
import Platform

extension ServedFleet {
    /// What this process does with a URL, by what it serves now.
    ///
    /// Waits for a link at most as long as a request does; one that cannot be known counts as unknown.
    func report(_ question: ResolveQuestion, links: any LinkSource) -> ResolveReport {
        guard let domain = domain(for: question.host) else {
            return ResolveReport(url: question.url, answer: nil)
        }
        let explanation = domain.routes.explain(question.url, client: question.client, time: .now()) { name, slug in
            guard let route = domain.routes.routes.firstIndex(where: { $0.name == name }) else { return nil }
            guard let place = domain.linkPlace(route),
                case .found(let link) = AwaitedLink.find(place.query(slug), links)
            else { return nil }
            let key = LinkKey(domain: domain.domainName, route: name, slug: slug)
            return Link(
                key: key, destination: link.destination, life: link.life, afterwards: link.afterwards)
        }
        return ResolveReport(
            url: question.url,
            answer: ResolveReport.Answer(
                tenant: domain.tenantName, domain: domain.domainName, explanation: explanation,
                uploads: domain.uploads.openings(of: question.url, apps: domain.routes.apps)))
    }
}

/// A link that the operator's thread waits for.
private final class AwaitedLink: Sendable {
    private let found = LockedValue<LookupAnswer?>(nil)

    static func find(_ query: LinkQuery, _ links: any LinkSource) -> LookupAnswer {
        guard let epoll = try? Epoll(capacity: 1) else { return .unavailable }
        let awaited = AwaitedLink()
        guard let event = try? SharedEvent() else { return .unavailable }
        try? epoll.add(event.descriptor.rawValue, .readable, token: 0)
        links.find(query) { found in
            awaited.found.withLock { $0 = found }
            event.descriptor.signal()
        }
        _ = epoll.wait(timeout: .milliseconds(500))
        return awaited.found.withLock { $0 } ?? .unavailable
    }
}

/// An event that outlives whoever waits for it.
private final class SharedEvent: Sendable {
    let descriptor: EventDescriptor

    init() throws(SystemError) {
        descriptor = try EventDescriptor()
    }
}
