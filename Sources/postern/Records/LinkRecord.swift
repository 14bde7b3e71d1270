import DeepLinks
import Platform

extension Record {
    /// A link of a tenant; without a URL where an edit by hand has left it no route.
    init(_ link: Link, of tenant: Tenant) {
        add("url", LinkEntry(exporting: link, of: tenant)?.url)
        add("domain", link.key.domain.text)
        add("route", link.key.route.text)
        add("slug", link.key.slug)
        add("to", link.destination.text)
        add("starts", link.life.starts)
        add("expires", link.life.expires)
        add("afterwards", link.afterwards?.text)
        add("paused", .bool(link.life.isPaused))
        add("blocked", .bool(link.life.isBlocked))
    }
}
