import DeepLinks

/// One segment of a rule's path as it is written.
enum PlanSegment: Hashable {
    /// This text.
    case literal(String)
    /// One of these values, two at least.
    case listed([String], head: String, tail: String)
    /// As many decimal digits.
    case digits(ClosedRange<Int>, head: String, tail: String)
    /// Any text.
    case free(head: String, tail: String)

    /// The digits of `{x:int}`.
    private static let anyDigits = 1...18

    /// How many digits there are, as patterns of digits or of one to two digits can say it.
    static func spelled(_ digits: ClosedRange<Int>) -> [ClosedRange<Int>] {
        digits == anyDigits ? [1...2, 3...6, 7...14, 9...18] : digits.map { $0...$0 }
    }

    init(_ segment: PatternSegment) {
        switch segment {
        case .literal(let text): self = .literal(text)
        case .capture(let capture, let head, let tail):
            switch capture.values {
            case .any: self = .free(head: head, tail: tail)
            case .digits(let range): self = .digits(range, head: head, tail: tail)
            case .listed(let values): self = .listed(values, head: head, tail: tail)
            }
        }
    }

    /// Whether any text can stand in it.
    var isFree: Bool { if case .free = self { true } else { false } }

    /// Whether any text can be the whole segment.
    var isFreeSegment: Bool { self == .free(head: "", tail: "") }

    /// Whether it is asked for digits.
    var isDigits: Bool { if case .digits = self { true } else { false } }

    /// Whether it ends in text that is the same in every URL.
    var endsInText: Bool {
        switch self {
        case .literal: true
        case .listed, .digits: true
        case .free(_, let tail): !tail.isEmpty
        }
    }

    /// The segment as it is compared.
    func shape(folds: Bool) -> SegmentShape {
        let bytes = { (text: String) in folds ? text.utf8.map(\.foldedASCII) : Array(text.utf8) }
        switch self {
        case .literal(let text): return .literal(bytes(text))
        case .listed(let values, let head, let tail):
            return .listed(values.map { bytes(head + $0 + tail) })
        case .digits(let range, let head, let tail): return .digits(range, head: bytes(head), tail: bytes(tail))
        case .free("", ""): return .any
        case .free(let head, let tail): return .free(head: bytes(head), tail: bytes(tail))
        }
    }
}

extension UInt8 {
    /// The byte, a capital ASCII letter as the small one.
    var foldedASCII: UInt8 { (0x41...0x5A).contains(self) ? self + 0x20 : self }
}
