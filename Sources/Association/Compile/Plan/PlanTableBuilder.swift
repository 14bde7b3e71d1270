import DeepLinks

/// Makes the rules of a set for one app, as a platform can say them.
struct PlanTableBuilder {
    /// A route as the dialect has it: for each way to choose one of each list of items, and of what each segment is
    /// written out to, it is a rule.
    private struct Draft {
        let route: Int
        let segments: [PlanSegment]
        let rest: PlanRule.Rest
        let lists: [[PlanRule.Item]]
        let isExcluding: Bool
        /// How many rules it is.
        let count: Int
    }

    private let set: RouteSet
    private let dialect: PlanDialect
    private var shapes: ShapeTable
    private var conditions = ConditionTable()
    private var rules: [PlanRule] = []

    private init(_ set: RouteSet, _ dialect: PlanDialect) {
        self.set = set
        self.dialect = dialect
        shapes = ShapeTable(hasLazyTails: dialect == .android)
    }

    /// The table of a set.
    ///
    /// - Parameters:
    ///   - set: The set.
    ///   - opens: For each route whether it opens the app.
    ///   - dialect: The form of the file.
    /// - Returns: The table.
    /// - Throws: ``AssociationError/tooManyRules(kind:route:rules:)`` and
    ///   ``AssociationError/tooManyRulesInAll(kind:rules:largest:)``.
    static func table(
        _ set: RouteSet, opens: [Bool], dialect: PlanDialect
    ) throws(AssociationError) -> PlanTable {
        var builder = PlanTableBuilder(set, dialect)
        var drafts: [Draft] = []
        for (index, route) in set.routes.enumerated() {
            if let draft = try builder.draft(route, index, isExcluding: !opens[index]) { drafts.append(draft) }
        }
        try dialect.check(drafts.map { ($0.route, $0.count) }, of: set)
        if let optOut = set.optOut { builder.addOptOut(optOut) }
        let aheadCount = builder.rules.count
        builder.addReserved([".well-known"], rest: .unlimited)
        for name in ["apple-app-site-association", "robots.txt", "favicon.ico"] {
            builder.addReserved([name], rest: .none)
        }
        for draft in drafts { builder.append(draft) }
        return PlanTable(rules: builder.rules, aheadCount: aheadCount, shapes: builder.shapes)
    }

    // MARK: - What stands ahead of all routes

    private mutating func addOptOut(_ optOut: OptOut) {
        let item = PlanRule.Item(name: optOut.queryItem, value: nil)
        rules.append(
            PlanRule(
                route: nil, segments: [], shapes: [], rest: .unlimited, items: [item],
                conditions: [condition(item)], isExcluding: true))
        rules.append(
            PlanRule(
                route: nil, segments: [], shapes: [], rest: .unlimited, fragment: optOut.fragment, isExcluding: true))
    }

    private mutating func addReserved(_ path: [String], rest: PlanRule.Rest) {
        let segments = path.map { PlanSegment.literal($0) }
        rules.append(
            PlanRule(route: nil, segments: segments, shapes: numbers(of: segments), rest: rest, isExcluding: true))
    }

    // MARK: - Routes

    private func draft(_ route: Route, _ index: Int, isExcluding: Bool) throws(AssociationError) -> Draft? {
        let pattern = route.pattern
        var segments = pattern.segments.map(PlanSegment.init).map { simplified($0) }
        var lists = pattern.items.compactMap { choices($0) }
        guard dialect.fit(&segments, &lists, isExcluding: isExcluding) else { return nil }
        let count = lists.reduce(1) { $0.multipliedOrMost(by: $1.count) }
        let written = segments.reduce(count) { $0.multipliedOrMost(by: dialect.choices(of: $1).count) }
        guard written <= dialect.mostRules else {
            throw .tooManyRules(kind: dialect.kind, route: route.name, rules: written)
        }
        return Draft(
            route: index, segments: segments, rest: rest(of: pattern, segments), lists: lists,
            isExcluding: isExcluding, count: written)
    }

    /// The pattern's rest, for the segments as the dialect has them.
    private func rest(of pattern: RoutePattern, _ segments: [PlanSegment]) -> PlanRule.Rest {
        guard pattern.rest != nil else { return .none }
        if pattern.isRestLimited { return .limited }
        // Digits that any text stands for have no end in the table, and are to have none here.
        return segments.drop { !$0.isFree }.allSatisfy(\.isFreeSegment) ? .unlimited : .byDepth
    }

    private mutating func append(_ draft: Draft) {
        let paths = choices(of: draft.segments).map { (segments: $0, shapes: numbers(of: $0)) }
        var combinations: [[PlanRule.Item]] = [[]]
        for list in draft.lists {
            combinations = combinations.flatMap { items in list.map { items + [$0] } }
        }
        for items in combinations {
            let conditions = items.map { condition($0) }
            for path in paths {
                rules.append(
                    PlanRule(
                        route: draft.route, segments: path.segments, shapes: path.shapes, rest: draft.rest,
                        items: items, conditions: conditions, isExcluding: draft.isExcluding))
            }
        }
    }

    /// The segments as the dialect writes them out, once for each way to choose.
    private func choices(of segments: [PlanSegment]) -> [[PlanSegment]] {
        segments.reduce([[]]) { lists, segment in
            let choices = dialect.choices(of: segment)
            return lists.flatMap { list in choices.map { list + [$0] } }
        }
    }

    private mutating func numbers(of segments: [PlanSegment]) -> [ShapeNumber] {
        segments.map { shapes.number(of: $0.shape(folds: folds)) }
    }

    private mutating func condition(_ item: PlanRule.Item) -> PlanCondition {
        conditions.condition(item.name, item.value.map(key))
    }

    private var folds: Bool { !set.isCaseSensitive && dialect.folds }

    /// A list without values that are equal to others, a single one as a literal.
    private func simplified(_ segment: PlanSegment) -> PlanSegment {
        guard case .listed(let values, let head, let tail) = segment else { return segment }
        let different = distinct(values)
        return different.count == 1
            ? .literal(head + different[0] + tail) : .listed(different, head: head, tail: tail)
    }

    private func distinct(_ values: [String]) -> [String] {
        guard folds else { return values }
        var seen: Set<[UInt8]> = []
        return values.filter { seen.insert(key($0)).inserted }
    }

    private func key(_ value: String) -> [UInt8] { folds ? value.utf8.map(\.foldedASCII) : Array(value.utf8) }

    /// What may be asked of an item, one rule for each; `nil` where nothing is.
    private func choices(_ item: PatternItem) -> [PlanRule.Item]? {
        switch item.condition {
        case .equals(let value): return [PlanRule.Item(name: item.name, value: value)]
        case .captured(let capture) where capture.place == .optionalItem: return nil
        case .captured(let capture):
            guard case .listed(let values) = capture.values else {
                return [PlanRule.Item(name: item.name, value: nil)]
            }
            return distinct(values).map { PlanRule.Item(name: item.name, value: $0) }
        }
    }
}
