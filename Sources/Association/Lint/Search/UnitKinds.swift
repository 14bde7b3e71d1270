/// The units that a state of a pattern takes.
struct UnitSet {
    var ascii: ASCIISet
    /// Those that are not ASCII and named; what takes any unit names none.
    var others: [UInt32] = []

    init(_ ascii: ASCIISet) { self.ascii = ascii }

    init(_ unit: UInt32) {
        ascii = ASCIISet(unit)
        if unit >= 128 { others.append(unit) }
    }

    static let all = UnitSet(.all)
}

/// Units by kind: those of a kind lead all states of some patterns to the same ones.
struct UnitKinds {
    /// What nothing names is first.
    private var sets: [ASCIISet]
    private var others: Set<UInt32> = []

    init(_ units: ASCIISet) { sets = [units] }

    /// Leaves what a state takes.
    ///
    /// What is not ASCII is only noted: a state that does not take it leads nowhere.
    mutating func restrict(to units: UnitSet) {
        for index in sets.indices { sets[index].formIntersection(units.ascii) }
        others.formUnion(units.others)
    }

    /// Tells what a state takes from what it does not.
    mutating func divide(by units: UnitSet) {
        others.formUnion(units.others)
        for index in sets.indices {
            let inside = sets[index].intersection(units.ascii)
            guard !inside.isEmpty, inside != sets[index] else { continue }
            sets[index] = sets[index].subtracting(inside)
            sets.append(inside)
        }
    }

    /// A unit of each kind.
    func units(withOthers hasOthers: Bool) -> [UInt32] {
        let units = sets.compactMap(\.readableUnit)
        return hasOthers && !others.isEmpty ? units + others.sorted() : units
    }
}

extension TextPattern {
    /// The units that lead on from a state, as a text has them before it is folded.
    func units(from state: State) -> UnitSet {
        guard state.token < tokens.count else { return UnitSet(ASCIISet()) }
        let token = tokens[state.token]
        var units: UnitSet
        switch token.kind {
        case .any, .star: return .all
        case .literal: units = UnitSet(token.value)
        case .set: units = UnitSet(token.set)
        case .never: units = UnitSet(ASCIISet())
        case .choice:
            units = UnitSet(ASCIISet())
            for edge in choices[Int(token.value)].nodes[state.node].edges {
                switch edge.label {
                case .any: return .all
                case .ascii(let set): units.ascii.formUnion(set)
                case .unit(let unit): units.others.append(unit)
                }
            }
        }
        if folds { units.ascii = units.ascii.raised }
        return units
    }

    /// A unit of a text as the pattern meets it.
    func form(of unit: UInt32) -> UInt32 { folds ? unit.foldedUnit : unit }
}
