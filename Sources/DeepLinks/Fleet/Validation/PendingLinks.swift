extension Tenant {
    func exampleRefusals() -> [InputRefusal] { [] }
    func linkRefusals() -> [InputRefusal] { [] }
    func links(from entries: [LinkEntry]) throws(InputRefusals) -> [Link] {
        var refusals: [InputRefusal] = []
        for entry in entries {
            refusals.append(InputRefusal(FieldPath(.field("links"), .element(entry.url)), rule: "no links yet"))
        }
        guard refusals.isEmpty else { throw InputRefusals(tenant: name, refusals) }
        return []
    }
}

extension LinkEntry {
    init?(exporting link: Link, of tenant: Tenant) { nil }
}
