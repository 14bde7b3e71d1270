import DeepLinks
import Platform

extension Setting<Link> {
    /// The settings of a link.
    static let ofLink: [Setting<Link>] = [
        Setting("to") { $0.destination = try parse("to", $1) },
        Setting("starts") { $0.life.starts = try unlessEmpty($1) { try readTime("starts", $0) } },
        Setting("expires") { $0.life.expires = try unlessEmpty($1) { try readTime("expires", $0) } },
        Setting("afterwards") { $0.afterwards = try unlessEmpty($1) { try parse("afterwards", $0) } },
        Setting("paused") { $0.life.isPaused = try unlessEmpty($1) { try readBool("paused", $0) } ?? false },
        Setting("blocked") { $0.life.isBlocked = try unlessEmpty($1) { try readBool("blocked", $0) } ?? false },
    ]
}
