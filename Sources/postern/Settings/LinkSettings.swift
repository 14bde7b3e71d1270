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
        /// A list of strings, which a text parts by commas.
        case list
    }

    /// The setting.
    let setting: Setting<Link>

    /// How JSON has it.
    let form: Form

    /// What a link has, as `set` takes it; `nil` for the default.
    let text: @Sendable (Link) -> String?

    fileprivate init(
        _ name: String, _ form: Form = .text, text: @escaping @Sendable (Link) -> String?,
        put: @escaping @Sendable (inout Link, String) throws -> Void
    ) {
        setting = Setting(name, put)
        self.form = form
        self.text = text
    }

    /// The settings, in the order of the fleet file.
    static let all: [LinkField] =
        ofTime + ofPlatforms + ofPreview + ofPeople

    private static let ofTime: [LinkField] = [
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

    private static let ofPlatforms = ClientPlatform.allCases.map { platform in
        let name = "platforms.\(platform.key)"
        return LinkField(name, text: { $0.details.platforms[platform]?.text }) { link, text in
            let place: LinkDestination? = try unlessEmpty(text) { try parse(name, $0) }
            link.details.platforms[platform] = place
        }
    }

    private static let ofPreview: [LinkField] = [
        LinkField("preview.title", text: \.details.preview?.title) { link, text in
            guard !text.isEmpty else {
                link.details.preview = nil
                return
            }
            let old = link.details.preview
            link.details.preview = LinkPreview(title: text, description: old?.description, image: old?.image)
        },
        LinkField("preview.description", text: \.details.preview?.description) { link, text in
            if !text.isEmpty { link.details.preview = link.details.preview ?? LinkPreview(title: "") }
            link.details.preview?.description = text.isEmpty ? nil : text
        },
        LinkField("preview.image", text: \.details.preview?.image?.text) { link, text in
            if !text.isEmpty { link.details.preview = link.details.preview ?? LinkPreview(title: "") }
            link.details.preview?.image = try unlessEmpty(text) { try parse("preview.image", $0) }
        },
    ]

    private static let ofPeople: [LinkField] = [
        LinkField("note", text: \.details.note) { $0.details.note = $1.isEmpty ? nil : $1 },
        LinkField("tags", .list, text: { $0.details.tags.isEmpty ? nil : $0.details.tags.joined(separator: ",") }) {
            $0.details.tags = readTags($1)
        },
    ]
}

/// Reads tags parted by commas or, as Shlink has them, by `|`; each once.
func readTags(_ text: String) -> [String] {
    text.split { $0 == "," || $0 == "|" || $0.isWhitespace }.map(String.init)
        .reduce(into: []) { tags, tag in if !tags.contains(tag) { tags.append(tag) } }
}

extension Setting<Link> {
    /// The settings of a link.
    static let ofLink: [Setting<Link>] = LinkField.all.map(\.setting)
}
