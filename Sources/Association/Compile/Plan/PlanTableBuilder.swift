import DeepLinks

/// Makes the rules of a set for one app, as a platform can say them.
struct PlanTableBuilder {
    private let set: RouteSet
    private let dialect: PlanDialect
    private var shapes: ShapeTable
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
    /// - Throws: ``AssociationError/tooManyRules(kind:route:rules:)``.
    static func table(
        _ set: RouteSet, opens: [Bool], dialect: PlanDialect
    ) throws(AssociationError) -> PlanTable {
        var builder = PlanTableBuilder(set, dialect)
        if let optOut = set.optOut { builder.addOptOut(optOut) }
        let aheadCount = builder.rules.count
        builder.addReserved([".well-known"], rest: .unlimited)
        for name in ["apple-app-site-association", "robots.txt", "favicon.ico"] {
            builder.addReserved([name], rest: .none)
        }
        for (index, route) in set.routes.enumerated() { try builder.add(route, index, isExcluding: !opens[index]) }
        return PlanTable(rules: builder.rules, aheadCount: aheadCount, shapes: builder.shapes)
    }

    // MARK: - What stands ahead of all routes

    private mutating func addOptOut(_ optOut: OptOut) {
        for item in [PlanRule.Item(name: optOut.queryItem, value: nil, key: nil), nil] {
            rules.append(
                PlanRule(
                    route: nil, segments: [], shapes: [], rest: .unlimited, items: item.map { [$0] } ?? [],
                    fragment: item == nil ? optOut.fragment : nil, isExcluding: true))
        }
    }

    private mutating func addReserved(_ path: [String], rest: PlanRule.Rest) {
        append(path.map { .literal($0) }, rest: rest, items: [], route: nil, isExcluding: true)
    }

    // MARK: - Routes

    private mutating func add(_ route: Route, _ index: Int, isExcluding: Bool) throws(AssociationError) {
        let pattern = route.pattern
        var segments = pattern.segments.map(PlanSegment.init).map { simplified($0) }
        var lists = pattern.items.compactMap { choices($0) }
        guard dialect.fit(&segments, &lists, isExcluding: isExcluding) else { return }
        let count = lists.reduce(dialect.spellings(of: segments)) { count, list in
            count.multipliedReportingOverflow(by: list.count).overflow ? Int.max : count * list.count
        }
        guard count <= dialect.mostRules else {
            throw .tooManyRules(kind: dialect.kind, route: route.name, rules: count)
        }
        let rest = rest(of: pattern, segments)
        var combinations: [[PlanRule.Item]] = [[]]
        for list in lists {
            combinations = combinations.flatMap { items in list.map { items + [$0] } }
        }
        for items in combinations {
            append(segments, rest: rest, items: items, route: index, isExcluding: isExcluding)
        }
    }

    /// The pattern's rest, for the segments as the dialect has them.
    private func rest(of pattern: RoutePattern, _ segments: [PlanSegment]) -> PlanRule.Rest {
        guard pattern.rest != nil else { return .none }
        if pattern.isRestLimited { return .limited }
        // Digits that any text stands for have no end in the table, and are to have none here.
        return segments.drop { !$0.isFree }.allSatisfy(\.isFreeSegment) ? .unlimited : .byDepth
    }

    private mutating func append(
        _ segments: [PlanSegment], rest: PlanRule.Rest, items: [PlanRule.Item], route: Int?, isExcluding: Bool
    ) {
        let numbers = segments.map { shapes.number(of: $0.shape(folds: folds)) }
        rules.append(
            PlanRule(
                route: route, segments: segments, shapes: numbers, rest: rest, items: items, isExcluding: isExcluding))
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
        case .equals(let value): return [PlanRule.Item(name: item.name, value: value, key: key(value))]
        case .captured(let capture) where capture.place == .optionalItem: return nil
        case .captured(let capture):
            guard case .listed(let values) = capture.values else {
                return [PlanRule.Item(name: item.name, value: nil, key: nil)]
            }
            return distinct(values).map { PlanRule.Item(name: item.name, value: $0, key: key($0)) }
        }
    }
}
