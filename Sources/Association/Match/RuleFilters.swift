/// What can be told of many rules without looking at them one by one: how their path patterns begin and end.
///
/// All of it lies in three arrays, so that a rule that does not fit costs a few comparisons.
struct RuleFilters: Sendable {
    private struct Filter: Sendable {
        let prefix: Range<Int32>
        let suffix: Range<Int32>
        let opening: Range<Int32>
        let leastCount: Int32
        let formIndex: Int32
    }

    private var filters: [Filter] = []
    private var units: [UInt32] = []
    private var openings: [ASCIISet] = []

    mutating func append(_ rule: AppleMatcherRule) {
        let patterns = rule.path?.alternatives ?? []
        let prefix = rule.path?.stem.literalPrefix ?? []
        let suffix = patterns.count == 1 ? patterns[0].literalSuffix : []
        let least = patterns.map(\.leastCount).min() ?? 0
        let opening = Int32(openings.count)
        // What a pattern without its `/*` matches begins as the other does, and may end there.
        if patterns.count <= 2, let first = patterns.first,
            first.tokens.starts(with: patterns[patterns.count - 1].tokens)
        {
            openings += PatternOpening(first).places
        }
        filters.append(
            Filter(
                prefix: store(prefix), suffix: store(suffix), opening: opening..<Int32(openings.count),
                leastCount: Int32(clamping: least), formIndex: Int32(rule.formIndex)))
    }

    private mutating func store(_ text: ArraySlice<UInt32>) -> Range<Int32> {
        let start = Int32(units.count)
        units += text
        return start..<Int32(units.count)
    }

    /// The form in which a rule wants the URL.
    func formIndex(_ number: Int) -> Int { Int(filters[number].formIndex) }

    /// Whether a rule may match the path; `false` is certain.
    func mayMatch(_ number: Int, _ path: Span<UInt32>) -> Bool {
        let filter = filters[number]
        guard path.count >= Int(filter.leastCount) else { return false }
        var index = 0
        for unit in filter.prefix {
            if units[Int(unit)] != path[index] { return false }
            index += 1
        }
        index = path.count - filter.suffix.count
        for unit in filter.suffix {
            if units[Int(unit)] != path[index] { return false }
            index += 1
        }
        index = 0
        for place in filter.opening {
            if index == path.count { return true }
            if !openings[Int(place)].contains(path[index]) { return false }
            index += 1
        }
        return true
    }
}
