import DeepLinks
import Platform

extension Setting<Link> {
    /// The settings of a link.
    static let ofLink: [Setting<Link>] = [
        Setting("to") { $0.destination = try readDestination("to", $1) },
        Setting("expires") { $0.expires = try unlessEmpty($1) { try readTime("expires", $0) } },
    ]
}

/// Reads where a link goes: a path of the same domain, or an absolute URL.
func readDestination(_ field: String, _ text: String) throws -> LinkDestination {
    text.hasPrefix("/") && !text.hasPrefix("//") ? .path(text) : .url(try parse(field, text))
}
