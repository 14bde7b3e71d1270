import DeepLinks
import Platform

extension Setting<Link> {
    /// The settings of a link.
    static let ofLink: [Setting<Link>] = [
        Setting("to") { $0.destination = try parse("to", $1) },
        Setting("expires") { $0.expires = try unlessEmpty($1) { try readTime("expires", $0) } },
    ]
}
