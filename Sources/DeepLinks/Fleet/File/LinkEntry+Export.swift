extension LinkEntry {
    /// Makes the entry of a tenant's link; `nil` when the tenant has no route of kind `links` for it.
    package init?(exporting link: Link, of tenant: Tenant) {
        guard let route = tenant.routes.first(where: { $0.name == link.key.route }),
            let url = route.pattern.url(of: link.key)
        else { return nil }
        self.init(
            url: url, destination: link.destination, life: link.life, afterwards: link.afterwards,
            details: link.details)
    }
}

extension Tenant {
    /// The entries of the tenant's links, in their order: what an export says of them.
    ///
    /// Those that an edit of routes has left without a way to them name their route where another of kind `links`
    /// can have their URL.
    ///
    /// - Returns: The entries; `nil` when the links were not read.
    package func linkEntries() -> [LinkEntry]? {
        guard let links else { return nil }
        let mayShareURLs = routes.count { $0.destination == .links } > 1
        var decider = RouteDecider(self)
        return links.compactMap { link in
            guard var entry = LinkEntry(exporting: link, of: self) else { return nil }
            if mayShareURLs, (try? linkKey(url: entry.url, &decider)) != link.key { entry.route = link.key.route }
            return entry
        }
    }
}

extension RoutePattern {
    /// The URL of a link: the pattern with the slug, percent-encoded, for its one required capture.
    fileprivate func url(of key: LinkKey) -> String? {
        guard let capture = linkCapture else { return nil }
        let slug = PercentEncoding.encoded(key.slug.utf8)
        let path = segments.map { segment in
            switch segment {
            case .literal(let text): "/\(text)"
            case .capture(_, let head, let tail): "/\(head)\(slug)\(tail)"
            }
        }.joined()
        let items = items.compactMap { item -> String? in
            switch item.condition {
            case .equals(let value): "\(item.name)=\(value)"
            case .captured(capture): "\(item.name)=\(slug)"
            case .captured: nil
            }
        }
        let query = items.isEmpty ? "" : "?" + items.joined(separator: "&")
        return "https://\(key.domain)\(path.isEmpty ? "/" : path)\(query)"
    }
}
