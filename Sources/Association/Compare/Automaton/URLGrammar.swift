/// The texts that a part of an ordinary URL can have (design section 5), as an automaton over its characters.
///
/// No empty segment before the end, no dot segment in any spelling, RFC 3986 characters, escapes that are well-formed
/// UTF-8.
struct URLGrammar {
    enum Part {
        /// A path without the slash at its beginning and those at its end, which Apple's matcher does not see.
        case trimmedPath
        /// A path with all its slashes.
        case wholePath
        /// The value of a query item.
        case item
        /// The value of a query item that is split off after decoding.
        case decodedItem
        case query
        case fragment
    }

    /// Where a text stands: what its segment has so far, and how far an escape is read.
    struct State: Hashable {
        enum Segment: UInt8 {
            /// Ahead of everything.
            case root
            case empty
            case dot
            case dots
            case other
            /// Slashes at the end.
            case tail
            /// Behind an escaped slash, which a matcher of decoded text takes for one at the end.
            case slash
        }

        enum Escape: UInt8 {
            case none
            case first
            case second
        }

        var segment: Segment
        var escape = Escape.none
        var utf8 = UTF8State.start
        var nibble: UInt8 = 0

        var code: UInt32 {
            UInt32(segment.rawValue) | UInt32(escape.rawValue) << 4 | UInt32(utf8.rawValue) << 8 | UInt32(nibble) << 12
        }
    }

    let part: Part
    /// Whether the rules meet decoded text.
    let decodes: Bool
    /// What may stand there unescaped.
    let plain: ASCIISet

    init(_ part: Part, decodes: Bool) {
        self.part = part
        self.decodes = decodes
        var plain = ASCIISet("A"..."Z", "a"..."z", "0"..."9")
        let others =
            switch part {
            case .trimmedPath, .wholePath: "-._~!$&'()*+,;=:@/"
            case .item: "-._~!$'()*+,;=:@/?"
            // A semicolon parts items where there is no ampersand.
            case .decodedItem: "-._~!$'()*+,=:@/?"
            case .query, .fragment: "-._~!$&'()*+,;=:@/?"
            }
        for scalar in others.unicodeScalars { plain.insert(scalar.value) }
        self.plain = plain
    }

    var isPath: Bool {
        switch part {
        case .trimmedPath, .wholePath: true
        case .item, .decodedItem, .query, .fragment: false
        }
    }

    var start: State { State(segment: isPath ? .root : .other) }

    /// Whether a text may end here.
    func isEnd(_ state: State) -> Bool {
        guard state.escape == .none, state.utf8 == .start else { return false }
        switch state.segment {
        case .root, .other, .tail: return true
        case .empty: return part != .trimmedPath
        case .dot, .dots, .slash: return false
        }
    }

    /// The state behind a character; `nil` where it cannot stand.
    func step(_ state: State, by unit: UInt32) -> State? {
        var next = state
        switch state.escape {
        case .none:
            if unit == Self.percent {
                // The first character of a whole path is its slash.
                guard state.segment != .tail, part != .wholePath || state.segment != .root else { return nil }
                next.escape = .first
                return next
            }
            guard state.utf8 == .start, plain.contains(unit) else { return nil }
            guard isPath else { return next }
            guard let segment = self.segment(behind: state.segment, unit) else { return nil }
            next.segment = segment
        case .first:
            guard let value = UInt8(exactly: unit)?.hexValue else { return nil }
            guard let nibble = state.utf8.canonicalNibble(value) else { return nil }
            (next.escape, next.nibble) = (.second, nibble)
        case .second:
            guard let value = UInt8(exactly: unit)?.hexValue else { return nil }
            let byte = state.nibble << 4 | value
            guard let utf8 = state.utf8.next(byte) else { return nil }
            (next.escape, next.nibble, next.utf8) = (.none, 0, utf8)
            if utf8 == .start, isPath {
                switch (byte, state.segment) {
                case (0x2E, .root), (0x2E, .empty): next.segment = .dot
                case (0x2E, .dot): next.segment = .dots
                case (0x2F, _) where decodes && part == .trimmedPath: next.segment = .slash
                default: next.segment = .other
                }
            }
        }
        return next
    }

    private func segment(behind segment: State.Segment, _ unit: UInt32) -> State.Segment? {
        if unit == .slash {
            switch segment {
            case .root: return part == .wholePath ? .empty : nil
            case .empty: return part == .wholePath ? .tail : nil
            case .tail: return .tail
            case .dot, .dots: return nil
            case .other, .slash: return .empty
            }
        }
        switch segment {
        case .tail: return nil
        case .root where part == .wholePath: return nil
        case .root, .empty: return unit == Self.dot ? .dot : .other
        case .dot: return unit == Self.dot ? .dots : .other
        case .dots, .other, .slash: return .other
        }
    }

    static let percent: UInt32 = 0x25
    static let dot: UInt32 = 0x2E
}

/// How far a scalar is read (RFC 3629 section 4).
enum UTF8State: UInt8 {
    case start, one, two, three, behindE0, behindED, behindF0, behindF4

    /// The state behind a byte; `nil` where it cannot stand.
    func next(_ byte: UInt8) -> UTF8State? {
        switch (self, byte) {
        case (.start, 0x00...0x7F): .start
        case (.start, 0xC2...0xDF): .one
        case (.start, 0xE0): .behindE0
        case (.start, 0xED): .behindED
        case (.start, 0xE1...0xEF): .two
        case (.start, 0xF0): .behindF0
        case (.start, 0xF1...0xF3): .three
        case (.start, 0xF4): .behindF4
        case (.one, 0x80...0xBF): .start
        case (.two, 0x80...0xBF), (.behindE0, 0xA0...0xBF), (.behindED, 0x80...0x9F): .one
        case (.three, 0x80...0xBF), (.behindF0, 0x90...0xBF), (.behindF4, 0x80...0x8F): .two
        default: nil
        }
    }

    /// A first hex digit with which the same second ones can stand; `nil` where none can.
    func canonicalNibble(_ nibble: UInt8) -> UInt8? {
        if self == .start {
            switch nibble {
            case 0, 1, 3...7: return 3
            case 2, 0xC, 0xD, 0xE, 0xF: return nibble
            default: return nil
            }
        }
        guard (8...0xB).contains(nibble), next(nibble << 4) != nil else { return nil }
        switch self {
        case .behindED, .behindE0, .behindF0, .behindF4: return next(0x80) != nil ? 8 : nibble == 9 ? 9 : 0xA
        default: return 8
        }
    }
}
