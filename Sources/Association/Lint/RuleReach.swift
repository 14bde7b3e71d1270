import JSONText

/// Which rules of some apps are never reached, and without which every decision stays the same.
///
/// A rule of several apps counts if it does for all of them.
struct RuleReach {
    /// Why a rule is never reached.
    struct Cover {
        /// The rule that decides all that it matches.
        let rule: Int
        /// A URL of both, without scheme and host.
        let example: String
    }

    /// The rules that an earlier one covers.
    private(set) var covers: [Int: Cover] = [:]
    /// The rules that are reached and can be left out.
    ///
    /// Those of ``covers`` can be left out with them.
    private(set) var redundant: Set<Int> = []
    /// The rules that were not compared to the end, of which it is not known.
    private(set) var unsettled: Set<Int> = []

    private let rules: [AppleMatcherRule]
    private let regions: [RuleRegion]

    /// Compares rules.
    ///
    /// - Parameters:
    ///   - lists: The numbers of the rules that hold for each app, in order.
    ///   - rules: The rules.
    ///   - regions: What they match.
    ///   - search: What does the comparing; once it is exhausted, no more is found.
    init(
        _ lists: [[Int]], of rules: [AppleMatcherRule], _ regions: [RuleRegion], _ search: inout PatternSearch
    ) {
        self.rules = rules
        self.regions = regions
        let indexes = lists.map { list in RuleIndex(list.map { regions[$0] }) }
        var found: [Int: Cover?] = [:]
        var coversOfList: [[Int?]] = []
        for (list, index) in zip(lists, indexes) {
            var covers: [Int?] = []
            for (place, rule) in list.enumerated() {
                let earlier = index.places(alike: regions[rule], in: 0..<place).map { list[$0] }
                let cuts = search.cuts
                let cover = search.isExhausted || rules[rule].isUnread ? nil : cover(of: rule, by: earlier, &search)
                if cover == nil, search.isExhausted || search.cuts > cuts { unsettled.insert(rule) }
                covers.append(cover?.rule)
                if let known = found[rule], known == nil { continue }
                found[rule] = .some(cover)
            }
            coversOfList.append(covers)
        }
        covers = found.compactMapValues(\.self)
        var verdicts: [Int: Bool] = [:]
        for ((list, index), covers) in zip(zip(lists, indexes), coversOfList) {
            for (place, rule) in list.enumerated() where self.covers[rule] == nil && verdicts[rule] ?? true {
                let later = index.places(alike: regions[rule], in: place + 1..<list.count).map {
                    LaterRule(rule: list[$0], cover: covers[$0])
                }
                let cuts = search.cuts
                // What matches nothing has a finding of its own.
                let verdict =
                    !search.isExhausted && !rules[rule].isUnread && isRedundant(rule, before: later, &search)
                    && regions[rule].example(&search) != nil
                verdicts[rule] = verdict && !search.isExhausted
                if !verdict, search.isExhausted || search.cuts > cuts { unsettled.insert(rule) }
            }
        }
        redundant = Set(verdicts.filter(\.value).keys)
    }

    private func cover(of rule: Int, by earlier: [Int], _ search: inout PatternSearch) -> Cover? {
        for other in earlier where !rules[other].isUnread && regions[other].covers(regions[rule], &search) {
            // What matches nothing is covered by anything, and has a finding of its own.
            guard let example = regions[rule].example(&search) else { return nil }
            return Cover(rule: other, example: example)
        }
        return nil
    }

    private struct LaterRule {
        let rule: Int
        /// The rule that covers it.
        let cover: Int?

        /// Whether it decides nothing, also where a rule is left out.
        func isUnreachable(without rule: Int) -> Bool { cover.map { $0 != rule } ?? false }
    }

    private func isRedundant(_ rule: Int, before later: [LaterRule], _ search: inout PatternSearch) -> Bool {
        let opens = rules[rule].place.value == .open
        for other in later where !other.isUnreachable(without: rule) {
            // What it does is not known.
            if rules[other.rule].isUnread { return false }
            switch rules[other.rule].place.value {
            case .open where !opens: if regions[other.rule].overlaps(regions[rule], &search) { return false }
            // Equal rules are not both to be left out.
            case .open: if other.cover == nil, regions[other.rule].covers(regions[rule], &search) { return true }
            case .browser where opens: if regions[other.rule].overlaps(regions[rule], &search) { return false }
            case .browser: if other.cover == nil, regions[other.rule].covers(regions[rule], &search) { return true }
            }
        }
        return !opens
    }
}
