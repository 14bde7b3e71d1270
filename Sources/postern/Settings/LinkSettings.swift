import DeepLinks
import Platform

/// A setting of a link, to be written and to be read.
struct LinkField: Sendable {
    /// How JSON has it.
    enum Form: Sendable {
        /// A string.
        case text
        /// `true` or `false`.
        case flag
    }

    /// The setting.
    let setting: Setting<Link>

    /// How JSON has it.
    let form: Form

    /// What a link has, as `set` takes it; `nil` for the default.
    let text: @Sendable (Link) -> String?

    private init(
        _ name: String, _ form: Form = .text, text: @escaping @Sendable (Link) -> String?,
        put: @escaping @Sendable (inout Link, String) throws -> Void
    ) {
        setting = Setting(name, put)
        self.form = form
        self.text = text
    }

    /// The settings, in the order of the fleet file.
    static let all: [LinkField] = [
        LinkField("to", text: \.destination.text) { $0.destination = try parse("to", $1) },
        LinkField("starts", text: \.life.starts?.description) {
            $0.life.starts = try unlessEmpty($1) { try readTime("starts", $0) }
        },
        LinkField("expires", text: \.life.expires?.description) {
            $0.life.expires = try unlessEmpty($1) { try readTime("expires", $0) }
        },
        LinkField("afterwards", text: \.afterwards?.text) {
            $0.afterwards = try unlessEmpty($1) { try parse("afterwards", $0) }
        },
        LinkField("paused", .flag, text: { $0.life.isPaused ? "true" : nil }) {
            $0.life.isPaused = try unlessEmpty($1) { try readBool("paused", $0) } ?? false
        },
        LinkField("blocked", .flag, text: { $0.life.isBlocked ? "true" : nil }) {
            $0.life.isBlocked = try unlessEmpty($1) { try readBool("blocked", $0) } ?? false
        },
    ]
}

extension Setting<Link> {
    /// The settings of a link.
    static let ofLink: [Setting<Link>] = LinkField.all.map(\.setting)
}
