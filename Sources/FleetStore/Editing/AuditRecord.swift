import DeepLinks
import JSONText
import Postgres

/// What the audit log keeps of a change to a tenant: what differs, before and after, in the form of the fleet file.
struct AuditRecord: Equatable {
    var before: JSONDocument?
    var after: JSONDocument?

    /// Compares two states, each normalised; `nil` for a tenant that is not there.
    ///
    /// Links count where both states have them.
    init(from before: Tenant?, to after: Tenant?) {
        self.before = before.map { Self.document(of: $0, comparedWith: after) }
        self.after = after.map { Self.document(of: $0, comparedWith: before) }
    }

    /// The settings and elements of a tenant that another state of it does not have the same.
    private static func document(of tenant: Tenant, comparedWith other: Tenant?) -> JSONDocument {
        var part = TenantPart(of: tenant, differingFrom: other)
        var more: [(name: String, value: [UInt8])] = []
        if let links = part.links, links.count > linkLimit {
            part.links = nil
            more.append(("linkCount", Array("\(links.count)".utf8)))
        }
        if let other, let order = order(of: tenant, comparedWith: other) {
            var writer = JSONWriter()
            writer.array { writer in order.forEach { writer.write($0.text) } }
            more.append(("routeOrder", writer.bytes))
        }
        // The file's object is closed again behind further members.
        var text = FleetFile(tenants: [part]).canonicalText
        while let last = text.last, last != UInt8(ascii: "}") { text.removeLast() }
        text.removeLast()
        for (name, value) in more { text += Array(",\"\(name)\":".utf8) + value }
        text.append(UInt8(ascii: "}"))
        return JSONDocument(String(decoding: text, as: UTF8.self))
    }

    /// How many links an event names; of more it keeps the count.
    private static let linkLimit = 100

    /// The names of the routes that both states have, where their order differs.
    private static func order(of tenant: Tenant, comparedWith other: Tenant) -> [RouteName]? {
        let names = tenant.routes.map(\.name)
        let others = other.routes.map(\.name)
        let common = Set(names).intersection(others)
        let order = names.filter(common.contains)
        return order == others.filter(common.contains) ? nil : order
    }
}
