import JSONText

/// A rule made ready for matching, with what it has from defaults.
final class AppleMatcherRule: Sendable {
    enum Query: Sendable {
        case text(TextPattern, source: String)
        case items([Item])
    }

    struct Item: Sendable {
        let name: [UInt32]
        let pattern: TextPattern
        let source: AppleQueryItem
    }

    /// The rule in the document; the value is what it decides.
    let place: Located<LinkOutcome>
    let path: PathPattern?
    let query: Query?
    let fragment: TextPattern?
    let pathSource: String
    let fragmentSource: String
    let form: MatchableURL.FormKey
    /// Whether it asks for an item of the query.
    var hasItems: Bool { if case .items = query { true } else { false } }
    let formIndex: Int

    /// Whether one of its patterns has more alternatives than are followed.
    var isTooComplex: Bool {
        let patterns = [path?.full, path?.short, fragment].compactMap(\.self)
        let queries =
            switch query {
            case nil: [TextPattern]()
            case .text(let pattern, _): [pattern]
            case .items(let items): items.map(\.pattern)
            }
        return (patterns + queries).contains(where: \.isTooComplex)
    }

    init(_ rule: AppleRule, variables: PatternVariables, slashes: InnerSlashes) {
        let folds = rule.isCaseSensitive == false
        let pattern = { (text: String) in TextPattern(PatternText(text), variables: variables, folds: folds) }
        place = Located(rule.isExcluding == true ? .browser : .open, at: rule.path, rule.position)
        path = rule.pathPattern.map {
            PathPattern(PatternText($0.value), variables: variables, folds: folds, slashes: slashes)
        }
        pathSource = rule.pathPattern?.value ?? ""
        fragment = rule.fragment.map { pattern($0.value) }
        fragmentSource = rule.fragment?.value ?? ""
        form = MatchableURL.FormKey(folds: folds, decodes: rule.isPercentEncoded == false)
        formIndex = form.index
        query =
            switch rule.query {
            case nil, .ignored: nil
            case .text(let text): .text(pattern(text.value), source: text.value)
            case .items(let items):
                .items(
                    items.map {
                        Item(name: $0.name.unicodeScalars.map(\.value), pattern: pattern($0.pattern.value), source: $0)
                    })
            }
    }

    /// A rule of `paths`: only the path, and case counts.
    init(_ rule: AppleLegacyRule, slashes: InnerSlashes) {
        place = Located(rule.isExcluding ? .browser : .open, at: rule.text.path, rule.text.position)
        pathSource = rule.pattern
        path = PathPattern(
            PatternText(rule.pattern, hasVariables: false), variables: PatternVariables(), folds: false,
            slashes: slashes)
        query = nil
        fragment = nil
        fragmentSource = ""
        form = MatchableURL.FormKey(folds: false, decodes: false)
        formIndex = form.index
    }

    /// A part of a rule.
    enum Part {
        case path
        case query
        case item(Int)
        case fragment
    }

    /// The first part that fails; `nil` where the rule matches.
    ///
    /// - Parameter texts: The texts of the rule's form.
    /// - Returns: The part.
    func failure(_ texts: MatchableURL.Form) -> Part? {
        if let path, !path.matches(texts.path.span) { return .path }
        return failureBehindPath(texts)
    }

    /// The first part but the path that fails; `nil` where none does.
    func failureBehindPath(_ texts: MatchableURL.Form) -> Part? {
        switch query {
        case nil: break
        case .text(let pattern, _):
            if !pattern.matches(texts.query.span) { return .query }
        case .items(let items):
            for index in items.indices where !Self.matches(items[index], texts) { return .item(index) }
        }
        if let fragment, !fragment.matches(texts.fragment.span) { return .fragment }
        return nil
    }

    /// Whether every occurrence of the item matches; an absent one counts as empty.
    private static func matches(_ item: Item, _ texts: MatchableURL.Form) -> Bool {
        var isPresent = false
        let text = texts.itemText.span
        for found in texts.items where equals(text.extracting(found.name), item.name) {
            isPresent = true
            if !item.pattern.matches(text.extracting(found.value)) { return false }
        }
        return isPresent || item.pattern.matches([UInt32]().span)
    }

    private static func equals(_ text: Span<UInt32>, _ name: [UInt32]) -> Bool {
        guard text.count == name.count else { return false }
        for index in text.indices where text[index] != name[index] { return false }
        return true
    }
}
