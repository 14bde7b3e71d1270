/// What a rule asks of a query item, as it is compared: equal names and equal values have equal numbers.
struct PlanCondition: Hashable {
    /// The number of the item's name.
    let name: Int
    /// The number of the value; `nil` is any but the empty one.
    let value: Int?

    /// Whether an item may satisfy both.
    func overlaps(_ other: PlanCondition) -> Bool {
        name != other.name || value == nil || other.value == nil || value == other.value
    }

    /// Whether an item that satisfies the other one satisfies this one.
    func covers(_ other: PlanCondition) -> Bool {
        name == other.name && (value == nil || value == other.value)
    }
}

/// The numbers of the names and values that a table's rules ask of query items.
struct ConditionTable {
    private var names: [String: Int] = [:]
    private var values: [[UInt8]: Int] = [:]

    /// The condition for a name and a value as it is compared; without a value for any but the empty one.
    mutating func condition(_ name: String, _ value: [UInt8]?) -> PlanCondition {
        PlanCondition(name: Self.number(of: name, in: &names), value: value.map { Self.number(of: $0, in: &values) })
    }

    private static func number<Text: Hashable>(of text: Text, in numbers: inout [Text: Int]) -> Int {
        if let number = numbers[text] { return number }
        numbers[text] = numbers.count
        return numbers.count - 1
    }
}
