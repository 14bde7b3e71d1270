/// What a query may have of one item: its text, and `nil` for nothing.
struct ItemChoices {
    /// The texts, of which the first is the plainest.
    let texts: [String?]
}

extension URLTail {
    /// Every choice of queries and fragments, or where those are too many, each choice alone.
    ///
    /// - Parameters:
    ///   - items: What there may be of each item.
    ///   - queries: Whole queries beside those.
    ///   - fragments: The fragments.
    ///   - budget: The limits; it is told when something is left out.
    /// - Returns: The tails.
    static func combinations(
        _ items: [ItemChoices], queries: [String], fragments: [String?], _ budget: inout ComparisonBudget
    ) -> [URLTail] {
        var count = 1
        for item in items { count = min(count * item.texts.count, 1 << 20) }
        var combined: [[String]] = [[]]
        if (count + queries.count) * fragments.count <= budget.limits.combinations {
            for item in items {
                combined = combined.flatMap { query in item.texts.map { text in query + (text.map { [$0] } ?? []) } }
            }
        } else {
            budget.leaveOut()
            combined += items.flatMap { item in item.texts.compactMap { text in text.map { [$0] } } }
            combined.append(items.compactMap { item in item.texts.lazy.compactMap { $0 }.first })
        }
        let texts = combined.map { $0.isEmpty ? nil : $0.joined(separator: "&") } + queries.map { $0 }
        let tails = texts.flatMap { query in fragments.map { URLTail(query: query, fragment: $0) } }
        return Array(tails.prefix(max(budget.limits.combinations, 1)))
    }
}
