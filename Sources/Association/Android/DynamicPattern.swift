/// A pattern of a dynamic rule, matched as Android 15 matches it.
///
/// `?` is any one character. `*` runs to where the character behind it first appears, and never goes back; at the end
/// it takes the rest (AOSP `PatternMatcher`, simple glob; how Google's services turn `*` and `?` into it is not
/// published). A character is a UTF-16 unit, as in Java. So there is one way through a text, and patterns can be
/// compared by walking both at once.
struct DynamicPattern {
    /// What takes the next characters.
    enum Step {
        /// This one.
        case one(UInt16)
        /// Any one.
        case any
        /// As many as there are up to this one, and this one.
        case upTo(UInt16)
        /// All that are left.
        case rest
    }

    let steps: [Step]

    init(_ text: String) {
        var steps: [Step] = []
        var units = Array(text.utf16)[...]
        while let unit = units.popFirst() {
            guard unit == Self.star else {
                steps.append(unit == Self.question ? .any : .one(unit))
                continue
            }
            units = units.drop { $0 == Self.star }
            switch units.first {
            case nil: steps.append(.rest)
            // Any character is the one that it seeks, so it takes none.
            case Self.question: break
            case let sought?:
                units.removeFirst()
                steps.append(.upTo(sought))
            }
        }
        self.steps = steps
    }

    /// Whether it covers the text.
    ///
    /// - Complexity: O(length of the text).
    func matches(_ text: ArraySlice<UInt16>) -> Bool {
        var place: Int? = 0
        for unit in text {
            place = place.flatMap { step($0, by: unit) }
            if place == nil { return false }
        }
        return isEnd(place)
    }

    /// The place after a character; `nil` where no text goes on.
    func step(_ place: Int, by unit: UInt16) -> Int? {
        guard place < steps.count else { return nil }
        switch steps[place] {
        case .one(let expected): return unit == expected ? place + 1 : nil
        case .any: return place + 1
        case .upTo(let sought): return unit == sought ? place + 1 : place
        case .rest: return place
        }
    }

    /// Whether a text may end at a place.
    func isEnd(_ place: Int?) -> Bool {
        guard let place else { return false }
        if place < steps.count, case .rest = steps[place] { return true }
        return place == steps.count
    }

    private static let star = UInt16(UInt8(ascii: "*"))
    private static let question = UInt16(UInt8(ascii: "?"))
}
