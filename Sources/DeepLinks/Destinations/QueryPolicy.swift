/// What becomes of a request's query behind a web destination; items of the destination's own win (case 51).
package enum QueryPolicy: Hashable, Sendable {
    /// It goes along, byte for byte.
    case keep
    /// It is dropped.
    case drop
    /// Items with these names go along; unreserved characters.
    case only([String])
}

/// Campaign items that a web destination gets where neither it nor the kept query has them.
package struct CampaignDefaults: Hashable, Sendable {
    /// The values by the names of ``names``, percent-encoded.
    package private(set) var values: [String: String]

    /// The names without `utm_`, in the order in which they are added.
    package static let names = ["source", "medium", "campaign", "term", "content"]

    /// Makes defaults; by default none.
    package init(_ values: [String: String] = [:]) { self.values = values }

    /// The value of a name without `utm_`.
    package subscript(name: String) -> String? {
        get { values[name] }
        set { values[name] = newValue }
    }

    /// Names and values in order.
    package var entries: [(name: String, value: String)] {
        Self.names.compactMap { name in values[name].map { (name, $0) } }
    }
}

/// What a program that draws a preview of a link is given: Open Graph (ogp.me) and what is alike.
package struct LinkPreview: Hashable, Sendable {
    /// The title, in plain text.
    package var title: String
    /// The description, in plain text.
    package var description: String?
    /// The address of an image.
    package var image: WebURL?

    /// Characters in a title at most.
    package static let longestTitle = 200
    /// Characters in a description at most.
    package static let longestDescription = 500

    /// Makes a preview.
    package init(title: String, description: String? = nil, image: WebURL? = nil) {
        self.title = title
        self.description = description
        self.image = image
    }
}
