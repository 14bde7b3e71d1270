/// A pattern of a dynamic rule, matched as Android 15 matches it.
///
/// `?` is any one character. `*` runs to where the character behind it first appears, and never goes back; at the end
/// it takes the rest (AOSP `PatternMatcher`, simple glob; how Google's services turn `*` and `?` into it is not
/// published). A character is a UTF-16 unit, as in Java. So there is one way through a text, and patterns can be
/// compared by walking both at once.
struct DynamicPattern {
    /// What takes the next characters.
    private enum Step {
        /// This one.
        case one(UInt16)
        /// Any one.
        case any
        /// As many as there are up to this one, and this one.
        case upTo(UInt16)
        /// All that are left.
        case rest
    }

    private let steps: [Step]

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
    private func step(_ place: Int, by unit: UInt16) -> Int? {
        guard place < steps.count else { return nil }
        switch steps[place] {
        case .one(let expected): return unit == expected ? place + 1 : nil
        case .any: return place + 1
        case .upTo(let sought): return unit == sought ? place + 1 : place
        case .rest: return place
        }
    }

    /// Whether a text may end at a place.
    private func isEnd(_ place: Int?) -> Bool {
        guard let place else { return false }
        if place < steps.count, case .rest = steps[place] { return true }
        return place == steps.count
    }

    private static let star = UInt16(UInt8(ascii: "*"))
    private static let question = UInt16(UInt8(ascii: "?"))
}

// MARK: - Comparing

extension DynamicPattern {
    /// Whether it covers all texts that another one does.
    func covers(_ other: DynamicPattern) -> Bool {
        isAlike(other) && other.shortestText(coveredBy: self, is: false) == nil
    }

    /// The shortest text that both cover; `nil` where there is none.
    func sharedText(with other: DynamicPattern) -> String? {
        isAlike(other) ? shortestText(coveredBy: other, is: true) : nil
    }

    /// Whether their beginnings leave it open that they share a text; most rules are told apart by these.
    private func isAlike(_ other: DynamicPattern) -> Bool {
        for (step, otherStep) in zip(steps, other.steps) {
            guard case .one(let unit) = step, case .one(let otherUnit) = otherStep else { return true }
            if unit != otherUnit { return false }
        }
        return true
    }

    private struct Places: Hashable {
        let own: Int
        let other: Int?
    }

    /// The shortest text that it covers and that another one does, or does not.
    ///
    /// - Complexity: O(product of the lengths, times the number of different characters).
    private func shortestText(coveredBy other: DynamicPattern, is wanted: Bool) -> String? {
        let alphabet = Set(characters + other.characters).sorted() + [filler(other)]
        let start = Places(own: 0, other: 0)
        var seen: Set<Places> = [start]
        var queue: [(places: Places, text: [UInt16])] = [(start, [])]
        var next = 0
        while next < queue.count {
            let (places, text) = queue[next]
            next += 1
            if isEnd(places.own), other.isEnd(places.other) == wanted { return String(decoding: text, as: UTF16.self) }
            for unit in alphabet {
                guard let own = step(places.own, by: unit) else { continue }
                let after = Places(own: own, other: places.other.flatMap { other.step($0, by: unit) })
                if wanted, after.other == nil { continue }
                if seen.insert(after).inserted { queue.append((after, text + [unit])) }
            }
        }
        return nil
    }

    /// The characters that it names.
    private var characters: [UInt16] {
        steps.compactMap { step in
            switch step {
            case .one(let unit), .upTo(let unit): unit
            case .any, .rest: nil
            }
        }
    }

    /// A character that neither names, readable where there is one.
    private func filler(_ other: DynamicPattern) -> UInt16 {
        let named = Set(characters + other.characters)
        let letters = "xyzabcdefghijklmnopqrstuvw0123456789".utf16
        return letters.first { !named.contains($0) } ?? (0x00A1...UInt16.max).first { !named.contains($0) } ?? 0xFFFD
    }
}
