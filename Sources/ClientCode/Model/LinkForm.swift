package import DeepLinks

/// What a link of one route looks like, as a universal link or as a URL of the app's own scheme.
package struct LinkForm: Equatable, Sendable {
    /// A piece of the path.
    package enum Segment: Equatable, Sendable {
        /// This text, percent-encoded.
        case literal(String)
        /// A capture between two literals, each possibly empty.
        case capture(PatternCapture, head: String, tail: String)
        /// A capture of any number of segments.
        case rest(PatternCapture)
    }

    /// A piece of the query.
    package struct Item: Equatable, Sendable {
        /// The item's name, percent-encoded.
        package let name: String
        /// What it holds.
        package let value: Value

        /// Whether a link may lack it.
        var isOptional: Bool {
            if case .capture(let capture) = value { capture.place == .optionalItem } else { false }
        }
    }

    /// What an item holds.
    package enum Value: Equatable, Sendable {
        /// This text, percent-encoded.
        case literal(String)
        /// A capture; whether it must be there is the capture's own matter.
        case capture(PatternCapture)
    }

    /// The path.
    package let segments: [Segment]
    /// The query.
    package let items: [Item]
    /// Segments in a path at most; `nil` is any number.
    package let depthLimit: Int?

    /// The captures in order of writing.
    package var captures: [PatternCapture] {
        segments.compactMap(\.capture)
            + items.compactMap { item in
                if case .capture(let capture) = item.value { capture } else { nil }
            }
    }

    /// Whether a link may lack an item.
    var hasOptionalItem: Bool { items.contains(where: \.isOptional) }

    /// Whether the path begins with a text that may stand in a host's place: `item` of `myapp://item/42`.
    package var beginsLikeHost: Bool {
        guard case .literal(let text)? = segments.first else { return false }
        return text.utf8.allSatisfy { isLetter($0) || isDigit($0) || "-._~".utf8.contains($0) }
    }
}

extension LinkForm.Segment {
    /// The capture, if there is one.
    package var capture: PatternCapture? {
        switch self {
        case .literal: nil
        case .capture(let capture, _, _), .rest(let capture): capture
        }
    }
}

extension LinkForm {
    /// The form of a pattern.
    init(_ pattern: RoutePattern) {
        let rest = pattern.captures.filter { $0.place == .rest }.map(Segment.rest)
        segments = pattern.segments.map(Segment.init) + rest
        items = pattern.items.map { item in
            switch item.condition {
            case .equals(let text): Item(name: item.name, value: .literal(text))
            case .captured(let capture): Item(name: item.name, value: .capture(capture))
            }
        }
        depthLimit = pattern.isRestLimited ? RoutePattern.limitedRestDepth : nil
    }

    /// The form of a scheme URL whose captures are those of a pattern.
    ///
    /// An item without `=` is left out, since it is the same as an absent one.
    init(_ template: SchemeTemplate, _ pattern: RoutePattern) {
        let captures = Dictionary(pattern.captures.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let (path, query) = template.fields
        segments = path.compactMap { field in
            guard let capture = field.capture.flatMap({ captures[$0] }) else { return .literal(field.text) }
            return capture.place == .rest ? .rest(capture) : .capture(capture, head: "", tail: "")
        }
        items = query.compactMap { field in
            if let capture = field.capture.flatMap({ captures[$0] }) {
                return Item(name: field.name, value: .capture(capture))
            }
            return field.text.isEmpty ? nil : Item(name: field.name, value: .literal(field.text))
        }
        depthLimit = pattern.isRestLimited ? RoutePattern.limitedRestDepth : nil
    }
}

extension LinkForm.Segment {
    fileprivate init(_ segment: PatternSegment) {
        switch segment {
        case .literal(let text): self = .literal(text)
        case .capture(let capture, let head, let tail): self = .capture(capture, head: head, tail: tail)
        }
    }
}

/// A segment or an item of a scheme template: a text or a capture, of an item with its name.
private struct TemplateField {
    var name = ""
    var text = ""
    var capture: String?
}

extension SchemeTemplate {
    fileprivate var fields: (path: [TemplateField], query: [TemplateField]) {
        var path = [TemplateField()]
        var query: [TemplateField] = []
        var hasName = false
        for piece in pieces {
            switch piece {
            case .literal(let text):
                for character in text {
                    switch character {
                    case "?" where query.isEmpty: query = [TemplateField()]
                    case "/" where query.isEmpty: path.append(TemplateField())
                    case "&" where !query.isEmpty:
                        query.append(TemplateField())
                        hasName = false
                    case "=" where !query.isEmpty && !hasName: hasName = true
                    default:
                        if query.isEmpty {
                            path[path.count - 1].text.append(character)
                        } else if hasName {
                            query[query.count - 1].text.append(character)
                        } else {
                            query[query.count - 1].name.append(character)
                        }
                    }
                }
            case .capture(let name):
                if query.isEmpty {
                    path[path.count - 1].capture = name
                } else {
                    query[query.count - 1].capture = name
                }
            case .path, .query: break
            }
        }
        while let last = path.last, last.text.isEmpty, last.capture == nil { path.removeLast() }
        return (path, query)
    }
}

func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
