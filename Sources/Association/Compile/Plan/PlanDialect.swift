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

    /// The rules that a route may take: more are longer than any file.
    var mostRules: Int { self == .android ? 131_072 : 16_384 }

    /// In how many rules the segments are written out.
    func spellings(of segments: [PlanSegment]) -> Int {
        segments.reduce(1) { count, segment in
            switch segment {
            case .digits(PlanSegment.anyDigits, _, _) where self == .apple: product(count, 4)
            case .listed(let values, _, _) where self != .apple: product(count, values.count)
            default: count
            }
        }
    }

    private func product(_ count: Int, _ factor: Int) -> Int {
        let (product, overflow) = count.multipliedReportingOverflow(by: factor)
        return overflow ? Int.max : product
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
    fileprivate var widened: PlanSegment {
        if case .digits(_, let head, let tail) = self { .free(head: head, tail: tail) } else { self }
    }
}
