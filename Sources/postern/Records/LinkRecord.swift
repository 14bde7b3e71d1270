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
        var places = Record()
        for (key, destination) in link.details.places { places.add(key, destination.text) }
        add("platforms", places.fields.isEmpty ? Value.none : .record(places))
        add(link.details.preview)
        add("note", link.details.note)
        add("tags", .list(link.details.tags))
    }
}
