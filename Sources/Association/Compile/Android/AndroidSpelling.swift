import DeepLinks

/// How texts and rules are spelt in dynamic rules: decoded, with `*` and `?`, without an escape.
enum AndroidSpelling {
    /// The segment with its texts decoded; a `*` or `?` in them becomes any one character.
    static func decoded(_ segment: PlanSegment) -> PlanSegment {
        switch segment {
        case .literal(let text): .literal(decoded(text))
        case .listed(let values, let head, let tail):
            .listed(values.map(decoded), head: decoded(head), tail: decoded(tail))
        case .digits(let range, let head, let tail): .digits(range, head: decoded(head), tail: decoded(tail))
        case .free(let head, let tail): .free(head: decoded(head), tail: decoded(tail))
        }
    }

    /// The item with its value decoded.
    static func decoded(_ item: PlanRule.Item) -> PlanRule.Item {
        PlanRule.Item(name: item.name, value: item.value.map(decoded))
    }

    /// Whether a text holds a `*` or `?`, encoded, which a dynamic rule cannot say.
    static func hasWildcards(_ segments: [PlanSegment], _ lists: [[PlanRule.Item]]) -> Bool {
        segments.contains { segment in
            switch segment {
            case .literal(let text): hasWildcards(text)
            case .listed(let values, let head, let tail): (values + [head, tail]).contains(where: hasWildcards)
            case .digits(_, let head, let tail), .free(let head, let tail): hasWildcards(head) || hasWildcards(tail)
            }
        } || lists.contains { $0.contains { $0.value.map(hasWildcards) ?? false } }
    }

    private static func hasWildcards(_ text: String) -> Bool { text.contains("%2A") || text.contains("%3F") }

    private static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        let bytes = PercentEncoding.decoded(Array(text.utf8))
        return String(decoding: bytes.map { $0 == UInt8(ascii: "*") ? UInt8(ascii: "?") : $0 }, as: UTF8.self)
    }

    // MARK: - Paths

    /// The patterns of a rule's paths.
    static func paths(of rule: PlanRule, _ form: AssociationPlan.Form) -> [String] {
        let path = rule.segments.spelling
        switch (rule.rest, form) {
        case (.none, _) where rule.segments.isEmpty: return ["/"]
        case (.none, _): return ended(path, rule.segments.last)
        case (_, .depth(let depth)) where depth > rule.base:
            return [path + String(repeating: "/?*", count: depth - rule.base)]
        case (_, .depth): return ended(path, rule.segments.last)
        case (_, .all) where rule.segments.isEmpty, (_, .deeper) where rule.segments.isEmpty: return ["*"]
        // A `?*` at the end crosses slashes anyway.
        case (_, .all) where rule.segments.last?.isFreeSegment ?? false: return [path]
        case (_, .deeper) where rule.segments.last?.isFreeSegment ?? false: return [path]
        case (_, .all): return [path, path + "/*"]
        case (_, .deeper): return [path + "/*"]
        }
    }

    /// A slash at the end counts, but for a capture, which takes it.
    private static func ended(_ path: String, _ last: PlanSegment?) -> [String] {
        last?.endsInText ?? false ? [path, path + "/"] : [path]
    }
}
