/// The names of one object, compared by their scalars: a list while there are few, a table from then on.
struct JSONNameSet {
    private static let listLimit = 8

    private var list: [(name: String, position: JSONPosition)] = []
    private var table: [[UInt8]: JSONPosition] = [:]

    /// Adds a name.
    ///
    /// - Returns: Where the name came before; `nil` for a new name.
    mutating func insert(_ name: String, at position: JSONPosition) -> JSONPosition? {
        guard list.count < Self.listLimit else { return insertIntoTable(name, at: position) }
        if let known = list.first(where: { $0.name.isIdentical(to: name) }) { return known.position }
        list.append((name, position))
        return nil
    }

    private mutating func insertIntoTable(_ name: String, at position: JSONPosition) -> JSONPosition? {
        if table.isEmpty {
            for entry in list { table[Array(entry.name.utf8)] = entry.position }
        }
        let key = Array(name.utf8)
        if let known = table[key] { return known }
        table[key] = position
        return nil
    }
}
