/// A label of a metric: its name and the fixed list of its values.
///
/// Nothing from outside ever becomes a label value (field case 92): a value is one of this list, told by its index. Where a
/// value comes from outside, the list ends in `other`, and an index beyond the list counts as the last.
package struct MetricLabel: Sendable {
    enum Values {
        case fixed([String])
        case names(MetricNames)
    }

    let name: String
    let values: Values

    /// Makes a label with the values, in the order of their indices.
    package init(_ name: String, _ values: [String]) {
        self.name = name
        self.values = .fixed(values)
    }

    /// Makes a label with the cases of an enumeration; a case's index is its place in `allCases`.
    package init<Value: CaseIterable & RawRepresentable<String>>(_ name: String, _ values: Value.Type) {
        self.init(name, Value.allCases.map(\.rawValue))
    }

    /// Makes a label whose values become known at run time, up to a number that is fixed.
    package init(_ name: String, _ names: MetricNames) {
        self.name = name
        values = .names(names)
    }

    /// Whether all values are known from the start.
    var isFixed: Bool {
        if case .fixed = values { true } else { false }
    }

    /// How many indices there are.
    var count: Int {
        switch values {
        case .fixed(let list): list.count
        case .names(let names): names.capacity + 1
        }
    }

    /// The values to show now, with their indices.
    var shown: [(index: Int, text: String)] {
        switch values {
        case .fixed(let list): list.enumerated().map { ($0, $1) }
        case .names(let names): names.shown
        }
    }
}
