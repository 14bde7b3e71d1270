/// The URLs that a rule matches, for comparing rules.
final class RuleRegion: Sendable {
    /// Alternatives of the path; `nil` is any.
    let path: [TextPattern]?
    let query: AppleMatcherRule.Query?
    /// A pattern of the fragment; `nil` is any.
    let fragment: TextPattern?
    let folds: Bool
    let decodes: Bool
    /// What every path of it begins with, as the rule has it.
    let prefix: [UInt32]
    /// What every path of it ends with, backwards, as the rule has it.
    let suffix: [UInt32]
    /// Whether its only path is the prefix.
    let isLiteral: Bool
    /// What every path of it begins with; `nil` where that may be anything.
    private let stem: TextPattern?
    /// One of its paths, where one is at hand.
    private let sample: [UInt32]?

    init(_ rule: AppleMatcherRule) {
        let path = rule.path.flatMap { $0.isEverything ? nil : $0 }
        self.path = path?.alternatives
        stem = path?.stem
        let part: PatternSearch.Part = rule.form.decodes ? .decoded(isPath: true) : .path
        sample = path?.alternatives.reversed().lazy.compactMap { $0.sample(in: part) }.first
        prefix = Array(stem?.literalPrefix ?? [])
        let only = path?.alternatives.count == 1 ? path?.stem : nil
        suffix = only?.literalSuffix.reversed() ?? []
        isLiteral = only.map { $0.literalPrefix.count == $0.tokens.count } ?? false
        fragment = rule.fragment.flatMap { $0.isEverything ? nil : $0 }
        folds = rule.form.folds
        decodes = rule.form.decodes
        switch rule.query {
        case nil: query = nil
        case .text(let pattern, _): query = pattern.isEverything ? nil : rule.query
        case .items(let items):
            let items = items.filter { !$0.pattern.isEverything }
            query = items.isEmpty ? nil : .items(items)
        }
    }

    /// Whether it is every URL.
    var isEverything: Bool { path == nil && query == nil && fragment == nil }

    private var pathPart: PatternSearch.Part { decodes ? .decoded(isPath: true) : .path }
    private var queryPart: PatternSearch.Part { decodes ? .decoded(isPath: false) : .query }
    private var fragmentPart: PatternSearch.Part { decodes ? .decoded(isPath: false) : .fragment }

    // MARK: - Cover

    /// Whether it holds all URLs of the other; in doubt not.
    func covers(_ other: RuleRegion, _ search: inout PatternSearch) -> Bool {
        if isEverything { return true }
        search.compare()
        guard decodes == other.decodes else { return false }
        if let path {
            guard let inner = other.path, mayCover(other), covers(path, inner, pathPart, &search) else { return false }
        }
        if let fragment {
            guard let inner = other.fragment, covers([fragment], [inner], fragmentPart, &search) else { return false }
        }
        return coversQuery(of: other, &search)
    }

    private func covers(
        _ outer: [TextPattern], _ inner: [TextPattern], _ part: PatternSearch.Part, _ search: inout PatternSearch
    ) -> Bool {
        search.covers(outer, inner, in: part) ?? false
    }

    private func coversQuery(of other: RuleRegion, _ search: inout PatternSearch) -> Bool {
        switch (query, other.query) {
        case (nil, _): return true
        case (.text(let outer, _)?, .text(let inner, _)?): return covers([outer], [inner], queryPart, &search)
        case (.items(let outer)?, .items(let inner)?):
            return outer.allSatisfy { item in
                inner.contains { $0.name == item.name && covers([item.pattern], [$0.pattern], queryPart, &search) }
            }
        default: return false
        }
    }

    /// Whether the other's sample, and the ends of both, leave it open that its paths are all here.
    private func mayCover(_ other: RuleRegion) -> Bool {
        guard !isApart(from: other) else { return false }
        guard let sample = other.sample else { return true }
        return path?.contains { $0.covers(sample) } ?? true
    }

    /// Whether the ends of their paths tell that they share none.
    private func isApart(from other: RuleRegion) -> Bool {
        if let stem, let otherStem = other.stem, stem.isApart(from: otherStem) { return true }
        let folds = folds || other.folds
        return zip(suffix, other.suffix).contains { left, right in
            left != right && !(folds && left.foldedUnit == right.foldedUnit)
        }
    }

    // MARK: - Overlap

    /// Whether it may share a URL with the other; in doubt yes.
    func overlaps(_ other: RuleRegion, _ search: inout PatternSearch) -> Bool {
        search.compare()
        guard decodes == other.decodes else { return true }
        if isApart(from: other) { return false }
        if let path, let inner = other.path, !shareSample(other), isDisjoint(path, inner, pathPart, &search) {
            return false
        }
        if let fragment, let inner = other.fragment, isDisjoint([fragment], [inner], fragmentPart, &search) {
            return false
        }
        if case .text(let outer, _)? = query, case .text(let inner, _)? = other.query {
            return !isDisjoint([outer], [inner], queryPart, &search)
        }
        guard case .items(let outer)? = query, case .items(let inner)? = other.query else { return true }
        return !outer.contains { item in
            inner.contains { $0.name == item.name && isDisjoint([item.pattern], [$0.pattern], queryPart, &search) }
        }
    }

    /// Whether the sample of one is a path of the other.
    private func shareSample(_ other: RuleRegion) -> Bool {
        let covers = { (path: [TextPattern]?, sample: [UInt32]?) in
            sample.map { sample in path?.contains { $0.covers(sample) } ?? true } ?? false
        }
        return covers(path, other.sample) || covers(other.path, sample)
    }

    private func isDisjoint(
        _ left: [TextPattern], _ right: [TextPattern], _ part: PatternSearch.Part, _ search: inout PatternSearch
    ) -> Bool {
        if case .none = search.find(all: [left, right], in: part) { true } else { false }
    }

    // MARK: - Examples

    /// A URL, without scheme and host, that is in it and in the other, as far as it can be said; `nil` where it cannot.
    func example(with other: RuleRegion? = nil, _ search: inout PatternSearch) -> String? {
        let groups = { (left: [TextPattern]?, right: [TextPattern]?) in [left, right].compactMap(\.self) }
        guard case .found(let path) = search.example(all: groups(path, other?.path), in: pathPart) else { return nil }
        var text = "/" + written(path)
        let queries = [query, other?.query].compactMap(\.self)
        let texts = queries.compactMap { if case .text(let pattern, _) = $0 { [pattern] } else { nil } }
        if !texts.isEmpty {
            guard case .found(let query) = search.find(all: texts, in: queryPart) else { return nil }
            if !query.isEmpty { text += "?" + written(query) }
        } else {
            let items = queries.flatMap { query -> [AppleMatcherRule.Item] in
                guard case .items(let items) = query else { return [] }
                return items
            }
            guard let items = example(of: items, &search) else { return nil }
            text += items
        }
        guard
            case .found(let fragment) = search.find(
                all: groups(fragment.map { [$0] }, other?.fragment.map { [$0] }), in: fragmentPart)
        else { return nil }
        return fragment.isEmpty ? text : text + "#" + written(fragment)
    }

    private func example(of items: [AppleMatcherRule.Item], _ search: inout PatternSearch) -> String? {
        var text = ""
        var names: [[UInt32]] = []
        for item in items where !names.contains(item.name) {
            names.append(item.name)
            let patterns = items.filter { $0.name == item.name }.map { [$0.pattern] }
            guard case .found(let value) = search.find(all: patterns, in: queryPart) else { return nil }
            if !value.isEmpty { text += (text.isEmpty ? "?" : "&") + written(item.name) + "=" + written(value) }
        }
        return text
    }

    /// Units as a URL has them.
    private func written(_ units: [UInt32]) -> String {
        var text = ""
        for unit in units {
            guard let scalar = Unicode.Scalar(unit) else { continue }
            if PatternSearch.Part.path.units.contains(unit), !decodes || (unit != 0x25 && unit != 0x26) {
                text.unicodeScalars.append(scalar)
            } else {
                for byte in String(scalar).utf8 { text += byte.percentEscape }
            }
        }
        return text
    }
}
