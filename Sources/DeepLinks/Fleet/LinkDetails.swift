/// What a link has besides its place, its destination and its time.
package struct LinkDetails: Equatable, Sendable {
    /// Where browsers on some platforms go in place of the link's destination.
    ///
    /// Programs that no person looks through go where all others go (case 76).
    package var platforms: [ClientPlatform: LinkDestination]

    /// What programs that draw previews are given, in place of what the route says (case 77).
    package var preview: LinkPreview?

    /// A note for those who look after the link.
    package var note: String?

    /// Words by which links are found, each once.
    package var tags: [String]

    /// Makes details; by default none.
    package init(
        platforms: [ClientPlatform: LinkDestination] = [:], preview: LinkPreview? = nil, note: String? = nil,
        tags: [String] = []
    ) {
        self.platforms = platforms
        self.preview = preview
        self.note = note
        self.tags = tags
    }

    /// Characters in a note at most.
    package static let longestNote = 500

    /// Bytes in a tag at most.
    package static let longestTag = 64

    /// Tags of a link at most.
    package static let mostTags = 20

    /// The places of the platforms by their keys in the fleet file, in the file's order.
    package var places: [(key: String, destination: LinkDestination)] {
        ClientPlatform.allCases.compactMap { platform in platforms[platform].map { (platform.key, $0) } }
    }

    /// Whether the answer depends on who asks.
    package var variesByClient: Bool { !platforms.isEmpty || preview != nil }

    /// Where a client goes in place of the link's destination; `nil` for there.
    package func destination(for client: Client) -> LinkDestination? {
        client.kind.isProgram ? nil : platforms[client.platform]
    }
}
