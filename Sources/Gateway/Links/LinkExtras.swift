import DeepLinks
import FleetStore

/// What few links have besides their destination, as one text: each part with a byte for its kind and its length.
enum LinkExtras {
    /// What a part is.
    enum Kind: Equatable {
        /// Where the link leads once its time is over.
        case afterwards
        /// Where it leads on a platform.
        case platform(ClientPlatform)
        /// What a preview is drawn from.
        case title, description, image

        fileprivate var code: UInt8 {
            switch self {
            case .afterwards: 0
            case .title: 1
            case .description: 2
            case .image: 3
            case .platform(let platform): 16 &+ platform.rawValue
            }
        }
    }

    /// The text of a link; empty for most.
    static func text(of link: StoredLink) -> [UInt8] {
        var bytes: [UInt8] = []
        if let afterwards = link.afterwards { append(.afterwards, afterwards.text, to: &bytes) }
        for platform in ClientPlatform.allCases {
            guard let place = link.details.platforms[platform] else { continue }
            append(.platform(platform), place.text, to: &bytes)
        }
        if let preview = link.details.preview {
            append(.title, preview.title, to: &bytes)
            if let description = preview.description { append(.description, description, to: &bytes) }
            if let image = preview.image { append(.image, image.text, to: &bytes) }
        }
        return bytes
    }

    /// Where a part stands in the text; `nil` when it has none of the kind.
    static func range(of kind: Kind, in text: Span<UInt8>) -> Range<Int>? {
        var position = 0
        while position &+ 3 <= text.count {
            let start = position &+ 3
            let end = min(text.count, start &+ Int(text[position &+ 1]) &<< 8 &+ Int(text[position &+ 2]))
            if text[position] == kind.code { return start..<end }
            position = end
        }
        return nil
    }

    /// What a preview is drawn from, if the text says it.
    static func preview(in text: Span<UInt8>) -> LinkPreview? {
        guard let title = string(.title, in: text) else { return nil }
        let image = string(.image, in: text).flatMap { try? WebURL($0) }
        return LinkPreview(title: title, description: string(.description, in: text), image: image)
    }

    private static func string(_ kind: Kind, in text: Span<UInt8>) -> String? {
        range(of: kind, in: text).map { String(decoding: [UInt8](copying: text.extracting($0)), as: UTF8.self) }
    }

    private static func append(_ kind: Kind, _ text: String, to bytes: inout [UInt8]) {
        // No part comes near: a URL has 2,048 bytes at most, a description 500 characters.
        let part = text.utf8.prefix(Int(UInt16.max))
        bytes += [kind.code, UInt8(truncatingIfNeeded: part.count >> 8), UInt8(truncatingIfNeeded: part.count)]
        bytes += part
    }
}
