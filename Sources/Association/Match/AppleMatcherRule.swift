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
    /// Whether a part of it has the wrong type, so that it is not known what it does.
    let isUnread: Bool
    /// Whether it asks for an item of the query.
    var hasItems: Bool { if case .items = query { true } else { false } }
    let formIndex: Int

    /// Whether one of its patterns has more alternatives than are followed.
    var isTooComplex: Bool {
        let patterns = (path?.alternatives ?? []) + [fragment].compactMap(\.self)
        let queries =
            switch query {
            case nil: [TextPattern]()
            case .text(let pattern, _): [pattern]
            case .items(let items): items.map(\.pattern)
            }
        return (patterns + queries).contains(where: \.isTooComplex)
    }

    init(_ rule: AppleRule, variables: PatternVariables, reading: AppleReading) {
        let turned = reading.unreadParts == .turned ? rule.unread : []
        let folds = rule.isCaseSensitive == false || turned.contains("caseSensitive")
        let pattern = { (text: String) in
            TextPattern(PatternText(text), variables: variables, folds: folds, reading: reading)
        }
        let isExcluding = rule.isExcluding == true || turned.contains("exclude")
        place = Located(isExcluding ? .browser : .open, at: rule.path, rule.position)
        isUnread = !rule.unread.isEmpty
        path =
            if reading.unreadParts == .never, !rule.unread.isDisjoint(with: ["/", "?", "#"]) {
                .never
            } else {
                rule.pathPattern.map {
                    PathPattern(PatternText($0.value), variables: variables, folds: folds, reading: reading)
                }
            }
        pathSource = rule.pathPattern?.value ?? ""
        fragment = rule.fragment.map { pattern($0.value) }
        fragmentSource = rule.fragment?.value ?? ""
        form = MatchableURL.FormKey(
            folds: folds, decodes: rule.isPercentEncoded == false || turned.contains("percentEncoded"))
        formIndex = form.index
        query =
            switch rule.query {
            case nil, .ignored: nil
            case .text(let text): .text(pattern(text.value), source: text.value)
            case .items(let items):
                .items(
                    items.map { item in
                        let name = item.name.unicodeScalars.map(\.value)
                        return Item(
                            name: folds && reading.items == .foldedNames ? name.map(\.foldedUnit) : name,
                            pattern: pattern(item.pattern.value), source: item)
                    })
            }
    }

    /// A rule of `paths`: only the path, and case counts.
    init(_ rule: AppleLegacyRule, reading: AppleReading) {
        place = Located(rule.isExcluding ? .browser : .open, at: rule.text.path, rule.text.position)
        pathSource = rule.pattern
        path = PathPattern(
            PatternText(rule.pattern, hasVariables: false), variables: PatternVariables(), folds: false,
            reading: reading, isLegacy: true)
        isUnread = false
        query = nil
        fragment = nil
        fragmentSource = ""
        form = MatchableURL.FormKey(folds: false, decodes: false, isWhole: reading.hasPlainPaths)
        formIndex = form.index
    }

    /// Whether it is written as another rule is, so that both match the same and decide the same.
    func decidesAlike(_ other: AppleMatcherRule) -> Bool {
        guard place.value == other.place.value, form == other.form, (path == nil) == (other.path == nil),
            (fragment == nil) == (other.fragment == nil), query.isAlike(other.query)
        else { return false }
        let patterns = { (rule: AppleMatcherRule) in
            (rule.path?.alternatives ?? []) + [rule.fragment].compactMap(\.self)
        }
        return patterns(self).elementsEqual(patterns(other)) { $0.isAlike($1) }
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

extension AppleMatcherRule.Query? {
    fileprivate func isAlike(_ other: Self) -> Bool {
        switch (self, other) {
        case (nil, nil): return true
        case (.text(let pattern, _)?, .text(let otherPattern, _)?): return pattern.isAlike(otherPattern)
        case (.items(let items)?, .items(let others)?):
            // Their order is of no account.
            return items.count == others.count
                && items.allSatisfy { item in
                    others.contains { $0.name == item.name && $0.pattern.isAlike(item.pattern) }
                }
        default: return false
        }
    }
}
