import DeepLinks

/// The form of a file, and what it can say of a rule.
enum PlanDialect {
    /// Apple's `components`.
    case apple
    /// Apple's `paths`.
    case legacy
    /// Android 15's dynamic rules.
    case android

    /// Whose file it is.
    var kind: AssociationKind { self == .android ? .assetlinks : .aasa }

    /// Whether the form can fold case.
    var folds: Bool { self == .apple }

    /// The rules that a file may take: more are longer than any.
    var mostRules: Int { self == .android ? 65_536 : 16_384 }

    /// The segments, one of which each rule has in the place of a segment: what a pattern cannot say at once is written
    /// out.
    ///
    /// Only Apple's components have variables: one for the values of a list, and one for one digit or two.
    func choices(of segment: PlanSegment) -> [PlanSegment] {
        switch (self, segment) {
        case (.apple, .digits(let range, let head, let tail)):
            PlanSegment.spelled(range).map { .digits($0, head: head, tail: tail) }
        case (.legacy, .listed(let values, let head, let tail)), (.android, .listed(let values, let head, let tail)):
            values.map { .literal(head + $0 + tail) }
        default: [segment]
        }
    }

    /// Refuses more rules than a file may take.
    ///
    /// - Parameters:
    ///   - counts: How many rules come of a route; of one there may be several counts.
    ///   - set: The routes.
    /// - Throws: ``AssociationError/tooManyRulesInAll(kind:rules:largest:)``.
    func check(_ counts: [(route: Int, rules: Int)], of set: RouteSet) throws(AssociationError) {
        let sum = counts.reduce(0) { $0 + $1.rules }
        guard sum > mostRules else { return }
        var sums = Array(repeating: 0, count: set.routes.count)
        for (route, rules) in counts { sums[route] += rules }
        guard let largest = sums.indices.max(by: { sums[$0] < sums[$1] }) else { return }
        throw .tooManyRulesInAll(kind: kind, rules: sum, largest: set.routes[largest].name)
    }

    /// Puts a rule into the form; `false` where it is left out.
    ///
    /// `paths` opens no more than the table: an opening rule that it cannot say is left out, an excluding one is
    /// widened. Android opens no less: there it is the other way round.
    func fit(_ segments: inout [PlanSegment], _ lists: inout [[PlanRule.Item]], isExcluding: Bool) -> Bool {
        switch self {
        case .apple: return true
        case .legacy:
            guard isExcluding || (lists.isEmpty && !segments.contains(where: \.isDigits)) else { return false }
            lists = []
            segments = segments.map(\.widened)
            return true
        case .android:
            let isExact = !segments.contains(where: \.isDigits) && !AndroidSpelling.hasWildcards(segments, lists)
            if isExcluding, !isExact { return false }
            segments = segments.map { AndroidSpelling.decoded($0.widened) }
            lists = lists.map { list in list.map(AndroidSpelling.decoded) }
            return true
        }
    }
}

extension PlanSegment {
    /// The segment with any text for digits.
    var widened: PlanSegment {
        if case .digits(_, let head, let tail) = self { .free(head: head, tail: tail) } else { self }
    }
}

extension Int {
    /// The product; the greatest number where it would be greater.
    func multipliedOrMost(by factor: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? .max : product
    }
}
