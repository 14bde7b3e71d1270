/// What one segment of a rule's path takes; texts are folded where the domain folds case.
enum SegmentShape: Hashable {
    /// Any text.
    case any
    /// This text.
    case literal([UInt8])
    /// One of these texts, two at least.
    case listed([[UInt8]])
    /// As many decimal digits between a head and a tail.
    case digits(ClosedRange<Int>, head: [UInt8], tail: [UInt8])
    /// Any text between a head and a tail that are not both empty.
    case free(head: [UInt8], tail: [UInt8])

    /// Whether a text fits.
    func takes(_ text: [UInt8]) -> Bool {
        switch self {
        case .any: return true
        case .literal(let literal): return literal == text
        case .listed(let texts): return texts.contains(text)
        case .digits(let range, let head, let tail):
            let count = text.count - head.count - tail.count
            return range.contains(count) && text.starts(with: head) && text.hasSuffix(tail)
                && text[head.count..<(head.count + count)].allSatisfy(\.isASCIIDigit)
        case .free(let head, let tail):
            return text.count > head.count + tail.count && text.starts(with: head) && text.hasSuffix(tail)
        }
    }

    /// Whether a text may fit both; in doubt it may.
    func overlaps(_ other: SegmentShape) -> Bool {
        switch (self, other) {
        case (.any, _), (_, .any): true
        case (.literal(let text), _): other.takes(text)
        case (_, .literal(let text)): takes(text)
        case (.listed(let texts), _): texts.contains { other.takes($0) }
        case (_, .listed(let texts)): texts.contains { takes($0) }
        case (.free(let head, let tail), .free(let otherHead, let otherTail)):
            Self.fit(head, otherHead) && Self.fitEnds(tail, otherTail)
        case (.free(let head, let tail), .digits(let range, let digitHead, let digitTail)),
            (.digits(let range, let digitHead, let digitTail), .free(let head, let tail)):
            Self.digits(range, digitHead, digitTail, fitHead: head, tail: tail)
        case (.digits(let range, let head, let tail), .digits(let otherRange, let otherHead, let otherTail)):
            if head == otherHead, tail == otherTail {
                range.overlaps(otherRange)
            } else {
                Self.digits(range, head, tail, fitHead: otherHead, tail: otherTail)
                    && Self.digits(otherRange, otherHead, otherTail, fitHead: head, tail: tail)
            }
        }
    }

    /// Whether every text that fits the other one fits this one; in doubt it does not.
    func covers(_ other: SegmentShape) -> Bool {
        switch (self, other) {
        case (.any, _): true
        case (_, .literal(let text)): takes(text)
        case (_, .listed(let texts)): texts.allSatisfy { takes($0) }
        case (.digits(let range, let head, let tail), .digits(let otherRange, let otherHead, let otherTail)):
            Self.digits(range, head, tail, holdAll: otherRange, otherHead, otherTail)
        case (.free(let head, let tail), .digits(_, let otherHead, let otherTail)),
            (.free(let head, let tail), .free(let otherHead, let otherTail)):
            otherHead.starts(with: head) && otherTail.hasSuffix(tail)
        default: false
        }
    }

    /// As ``covers(_:)``, where the free text ends at the first appearance of the tail's first byte.
    func lazilyCovers(_ other: SegmentShape) -> Bool {
        guard case .free(let head, let tail) = self, let first = tail.first else { return covers(other) }
        let takes = { (text: [UInt8]) in
            // One byte at least is free.
            guard text.count > head.count + tail.count, text.starts(with: head) else { return false }
            return text.dropFirst(head.count + 1).drop { $0 != first }.elementsEqual(tail)
        }
        return switch other {
        case .literal(let text): takes(text)
        case .listed(let texts): texts.allSatisfy(takes)
        default: false
        }
    }

    /// Whether one begins with the other.
    private static func fit(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.starts(with: other) || other.starts(with: one)
    }

    /// Whether one ends with the other.
    private static func fitEnds(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.hasSuffix(other) || other.hasSuffix(one)
    }

    /// Whether digits hold all that other digits do, whose head and tail may have digits of their own.
    private static func digits(
        _ range: ClosedRange<Int>, _ head: [UInt8], _ tail: [UInt8], holdAll other: ClosedRange<Int>,
        _ otherHead: [UInt8], _ otherTail: [UInt8]
    ) -> Bool {
        guard otherHead.starts(with: head), otherTail.hasSuffix(tail) else { return false }
        let own = otherHead.dropFirst(head.count) + otherTail.dropLast(tail.count)
        return own.allSatisfy(\.isASCIIDigit) && range.contains(other.lowerBound + own.count)
            && range.contains(other.upperBound + own.count)
    }

    /// Whether digits can begin and end as another segment does.
    private static func digits(
        _ range: ClosedRange<Int>, _ head: [UInt8], _ tail: [UInt8], fitHead other: [UInt8], tail otherTail: [UInt8]
    ) -> Bool {
        guard fit(head, other), fitEnds(tail, otherTail) else { return false }
        // What the other text has beyond this head and tail must be digits too.
        let first = other.dropFirst(head.count)
        let last = otherTail.dropLast(tail.count)
        return first.count <= range.upperBound && last.count <= range.upperBound
            && first.allSatisfy(\.isASCIIDigit) && last.allSatisfy(\.isASCIIDigit)
    }
}

extension UInt8 {
    /// Whether it is one of `0` to `9`.
    var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
}

extension [UInt8] {
    /// Whether the last bytes are these.
    func hasSuffix(_ other: [UInt8]) -> Bool {
        guard count >= other.count else { return false }
        // From the end: texts of one length mostly differ there.
        for index in 1..<(other.count + 1) where self[count - index] != other[other.count - index] { return false }
        return true
    }
}
