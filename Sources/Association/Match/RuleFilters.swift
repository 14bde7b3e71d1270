/// What can be told of many rules without looking at them one by one: fixed text at both ends of their path patterns.
///
/// All of it lies in two arrays, so that a rule that does not fit costs a few comparisons.
struct RuleFilters: Sendable {
    private struct Filter: Sendable {
        let prefix: Range<Int32>
        let suffix: Range<Int32>
        let leastCount: Int32
        let formIndex: Int32
    }

    private var filters: [Filter] = []
    private var units: [UInt32] = []

    mutating func append(_ rule: AppleMatcherRule) {
        // Without its `/*` a pattern is shorter, and what it then begins with it begins with in full.
        let prefix = ((rule.path?.short ?? rule.path?.full)?.literalPrefix ?? [])[...]
        let suffix = rule.path?.short == nil ? (rule.path?.full.literalSuffix ?? []) : []
        let least = (rule.path?.short ?? rule.path?.full)?.leastCount ?? 0
        filters.append(
            Filter(
                prefix: store(prefix), suffix: store(suffix), leastCount: Int32(clamping: least),
                formIndex: Int32(rule.formIndex)))
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
        return true
    }
}
