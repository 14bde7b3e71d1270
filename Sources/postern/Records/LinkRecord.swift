import DeepLinks

extension Record {
    /// A link.
    init(_ link: Link) {
        add("domain", link.key.domain.text)
        add("route", link.key.route.text)
        add("slug", link.key.slug)
        switch link.destination {
        case .url(let url): add("to", url.text)
        case .path(let path): add("to", path)
        }
        add("expires", link.expires)
    }
}
