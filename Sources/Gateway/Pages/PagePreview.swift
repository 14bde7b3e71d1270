package import DeepLinks
import Platform

/// A hosted page as a gateway would answer with it, for people who look at it before.
package struct PagePreview {
    /// The page; `nil` where the gateway answers otherwise.
    package let html: [UInt8]?
    /// What the gateway does with the URL and why.
    package let explanation: Explanation

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - question: The URL and who asks.
    ///   - tenant: Whose the host is.
    ///   - domain: The domain that answers.
    ///   - findLink: Looks a link up by its key.
    /// - Throws: What the look-up throws.
    package init<Failure: Error>(
        _ question: ResolveQuestion, of tenant: Tenant, _ domain: Domain, findLink: (LinkKey) throws(Failure) -> Link?
    ) throws(Failure) {
        let set = tenant.routeSet(for: domain)
        let explanation = try set.explain(question.url, client: question.client, time: question.time ?? .now()) {
            (route, slug) throws(Failure) in
            try findLink(LinkKey(domain: domain.name, route: route, slug: slug))
        }
        self.explanation = explanation
        guard case .page(let purpose, let way, let store) = explanation.outcome,
            let served = try? ServedPage(tenant.page)
        else {
            html = nil
            return
        }
        let query = question.url.query.map { "?" + String(decoding: $0, as: UTF8.self) } ?? ""
        let request = PageRequest(
            route: set.routes.firstIndex { $0.name == explanation.route }, captures: explanation.captures,
            host: question.host,
            target: String(decoding: question.url.path, as: UTF8.self) + query, client: question.client,
            handlesIntents: question.client.handlesIntents(
                userAgent: Array((question.fields["User-Agent"] ?? "").utf8).span),
            appHost: tenant.appHost(for: domain), linkPreview: explanation.link?.details.preview,
            isLink: explanation.link != nil, opens: explanation.link?.opens(for: question.client))
        var content = set.page(request, purpose, way: way, store: store)
        if let optOut = tenant.optOut(for: way) { content.way = optOut.added(to: way) }
        html = LinkPage(content, of: served, for: question.fields.languages).html
    }
}

extension Link {
    /// The app's own URL to which it leads a client, if it leads into an app.
    fileprivate func opens(for client: Client) -> String? {
        guard case .app(let url) = details.destination(for: client) ?? destination else { return nil }
        return url.text
    }
}

extension Tenant {
    /// The opt-out that keeps a web destination in the browser, if the destination is a link of the tenant's that opens
    /// an app.
    fileprivate func optOut(for destination: String) -> OptOut? {
        guard let url = try? LinkURL(destination), let host = try? url.canonicalHost(),
            let domain = domains.first(where: { $0.state == .live && $0.name.text == host })
                ?? domains.first(where: { $0.state == .live && $0.name.isWildcard && $0.name.covers(host) }),
            let optOut = domain.optOut
        else { return nil }
        let set = routeSet(for: domain)
        guard let route = AppDecisions(set).route(url), apps.contains(where: { set.routes[route].opens($0.name) })
        else {
            return nil
        }
        return optOut
    }
}
