/// The substitution variables of a file: a name for each list of values, by first use.
struct AppleVariables {
    /// The lists, `v1` first.
    private(set) var lists: [[String]] = []
    private var names: [[String]: String] = [:]

    /// One or two decimal digits: what numbers of 1 to 18 digits are made of.
    static let digits = (0...9).map(String.init) + (0...99).map { $0 < 10 ? "0\($0)" : String($0) }

    /// The reference to a list.
    mutating func reference(to values: [String]) -> String {
        if let name = names[values] { return "$(\(name))" }
        lists.append(values)
        let name = Self.name(lists.count - 1)
        names[values] = name
        return "$(\(name))"
    }

    /// The name of a list by its place.
    static func name(_ index: Int) -> String { "v\(index + 1)" }
}
