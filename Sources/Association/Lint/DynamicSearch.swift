/// Compares patterns of dynamic rules by walking two at once, the shortest text first.
///
/// The number of steps is bounded for a whole file; beyond the bound patterns count as different, and as sharing a text.
struct DynamicSearch {
    /// Steps that are left.
    private var budget: Int

    init(budget: Int = 2_500_000) { self.budget = budget }

    /// Whether the bound was hit, so that nothing is searched any more.
    var isExhausted: Bool { budget <= 0 }

    private enum Result {
        case found(String)
        case none
        /// The bound was hit.
        case unknown
    }

    /// Whether a pattern covers all texts that another one does; in doubt it does not.
    mutating func covers(_ outer: DynamicPattern, _ inner: DynamicPattern) -> Bool {
        budget -= 1
        guard outer.isAlike(inner), case .none = shortestText(of: inner, coveredBy: outer, is: false) else {
            return false
        }
        return true
    }

    /// Whether there is a text that both cover; in doubt there is.
    mutating func overlap(_ one: DynamicPattern, _ other: DynamicPattern) -> Bool {
        budget -= 1
        guard one.isAlike(other) else { return false }
        if case .none = shortestText(of: one, coveredBy: other, is: true) { return false }
        return true
    }

    private struct Places: Hashable {
        let own: Int
        let other: Int?
    }

    /// The shortest text that a pattern covers and that another one does, or does not.
    private mutating func shortestText(
        of pattern: DynamicPattern, coveredBy other: DynamicPattern, is wanted: Bool
    ) -> Result {
        guard !isExhausted else { return .unknown }
        let named = Set(pattern.characters + other.characters)
        budget -= pattern.steps.count + other.steps.count
        let alphabet = named.sorted() + [DynamicPattern.filler(beside: named)]
        let start = Places(own: 0, other: 0)
        var seen: Set<Places> = [start]
        var queue: [(places: Places, from: Int, unit: UInt16)] = [(start, -1, 0)]
        var next = 0
        while next < queue.count {
            let places = queue[next].places
            if pattern.isEnd(places.own), other.isEnd(places.other) == wanted {
                var text: [UInt16] = []
                while queue[next].from >= 0 {
                    text.append(queue[next].unit)
                    next = queue[next].from
                }
                return .found(String(decoding: text.reversed(), as: UTF16.self))
            }
            for unit in alphabet {
                budget -= 1
                guard !isExhausted else { return .unknown }
                guard let own = pattern.step(places.own, by: unit) else { continue }
                let after = Places(own: own, other: places.other.flatMap { other.step($0, by: unit) })
                if wanted, after.other == nil { continue }
                if seen.insert(after).inserted { queue.append((after, next, unit)) }
            }
            next += 1
        }
        return .none
    }
}

extension DynamicPattern {
    /// The shortest text that it covers; characters that may be any are readable ones.
    var shortestText: String {
        let filler = Self.filler(beside: Set(characters))
        let units = steps.compactMap { step -> UInt16? in
            switch step {
            case .one(let unit), .upTo(let unit): unit
            case .any: filler
            case .rest: nil
            }
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// Whether their beginnings leave it open that they share a text; most rules are told apart by these.
    fileprivate func isAlike(_ other: DynamicPattern) -> Bool {
        for (step, otherStep) in zip(steps, other.steps) {
            guard case .one(let unit) = step, case .one(let otherUnit) = otherStep else { return true }
            if unit != otherUnit { return false }
        }
        return true
    }

    /// The characters that it names.
    fileprivate var characters: [UInt16] {
        steps.compactMap { step in
            switch step {
            case .one(let unit), .upTo(let unit): unit
            case .any, .rest: nil
            }
        }
    }

    /// A character that is not among some, readable where there is one.
    fileprivate static func filler(beside named: Set<UInt16>) -> UInt16 {
        let letters = "xyzabcdefghijklmnopqrstuvw0123456789".utf16
        return letters.first { !named.contains($0) } ?? (0x00A1...UInt16.max).first { !named.contains($0) } ?? 0xFFFD
    }
}
