import JSONText

/// Something other than the fate of URLs that a file grants.
struct Grant {
    let name: String
    let subject: String
    let place: JSONPath

    private struct Key: Hashable {
        let name: String
        let subject: String
    }

    private var key: Key { Key(name: name, subject: subject) }

    /// What only one of two files grants, each once: what went first.
    static func differences(_ old: [Grant], _ new: [Grant]) -> [GrantDifference] {
        func only(_ grants: [Grant], not others: [Grant], _ change: GrantDifference.Change) -> [GrantDifference] {
            var seen = Set(others.map(\.key))
            return grants.filter { seen.insert($0.key).inserted }.map {
                GrantDifference(change: change, grant: $0.name, subject: $0.subject, place: $0.place)
            }
        }
        return only(old, not: new, .removed) + only(new, not: old, .added)
    }
}
