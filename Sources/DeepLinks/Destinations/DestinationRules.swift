/// Which hosts a tenant's destinations may have; checked when one is written and once more when a link is served, for
/// a row may be older than the rule (case 57).
package struct DestinationRules: Equatable, Sendable {
    /// The hosts to which links may lead by `http://`; by default none.
    package var httpHosts: [DestinationHost]

    /// The hosts that destinations may have; none stands for any.
    package var hosts: [DestinationHost]

    /// Hosts in a list at most.
    package static let mostHosts = 1000

    /// Makes rules; by default any host, by https only.
    package init(httpHosts: [DestinationHost] = [], hosts: [DestinationHost] = []) {
        self.httpHosts = httpHosts
        self.hosts = hosts
    }

    /// The rule against a link's URL; `nil` for one that is allowed.
    package func refusal(of url: WebURL) -> String? {
        if url.scheme == .http, !httpHosts.contains(where: { $0.covers(url.host) }) {
            return "the tenant has no http:// destinations on this host: write https://, or add it to httpHosts"
        }
        return refusal(ofHost: url.host)
    }

    /// The rule against a link's destination; `nil` for one that is allowed.
    ///
    /// - Parameters:
    ///   - destination: The destination.
    ///   - apps: The tenant's apps, which have the schemes to which its links may lead.
    /// - Returns: The rule.
    package func refusal(of destination: LinkDestination, apps: [App]) -> String? {
        switch destination {
        case .url(let url): refusal(of: url)
        case .path: nil
        case .app(let url):
            apps.contains { $0.scheme == url.scheme }
                ? nil : "no app of the tenant has the scheme \(url.scheme): give it to an app, or write https://"
        }
    }

    /// The rule against a template, which is https; `nil` for one that is allowed.
    func refusal(of template: URLTemplate) -> String? { refusal(ofHost: template.host) }

    private func refusal(ofHost host: String) -> String? {
        hosts.isEmpty || hosts.contains { $0.covers(host) } ? nil : "the host is none of the tenant's destinationHosts"
    }
}
