import DeepLinks
import JSONText
import Postgres

/// What the audit log keeps of a change to a tenant: what differs, before and after, in the form of the fleet file.
struct AuditRecord: Equatable {
    var before: JSONDocument?
    var after: JSONDocument?

    /// Compares two states, each normalised; `nil` for a tenant that is not there.
    init(from before: Tenant?, to after: Tenant?) {
        self.before = before.map { Self.document(of: $0, comparedWith: after) }
        self.after = after.map { Self.document(of: $0, comparedWith: before) }
    }

    /// The settings and elements of a tenant that another state of it does not have the same.
    private static func document(of tenant: Tenant, comparedWith other: Tenant?) -> JSONDocument {
        var part = TenantPart(exporting: tenant)
        if let other {
            let rest = TenantPart(exporting: other)
            if part.web == rest.web { part.web = nil }
            if part.isSuspended == rest.isSuspended { part.isSuspended = nil }
            if part.limits == rest.limits { part.limits = nil }
            part.apps = part.apps.flatMap { differing($0, rest.apps ?? []) { $0.name } }
            part.domains = part.domains.flatMap { differing($0, rest.domains ?? []) { $0.name } }
            part.routes = part.routes.flatMap { differing($0, rest.routes ?? []) { $0.name } }
        }
        var text = FleetFile(tenants: [part]).canonicalText
        if let other, let order = order(of: tenant, comparedWith: other) {
            // The file's object is closed again behind one more member.
            while let last = text.last, last != UInt8(ascii: "}") { text.removeLast() }
            text.removeLast()
            var writer = JSONWriter()
            writer.array { writer in order.forEach { writer.write($0.text) } }
            text += Array(",\"routeOrder\":".utf8) + writer.bytes + [UInt8(ascii: "}")]
        }
        return JSONDocument(String(decoding: text, as: UTF8.self))
    }

    /// The elements that the other list does not have the same; `nil` for none.
    private static func differing<Element: Equatable, Name: Hashable>(
        _ elements: [Element], _ others: [Element], by name: (Element) -> Name
    ) -> [Element]? {
        let known = Dictionary(others.map { (name($0), $0) }, uniquingKeysWith: { first, _ in first })
        let rest = elements.filter { known[name($0)] != $0 }
        return rest.isEmpty ? nil : rest
    }

    /// The names of the routes that both states have, where their order differs.
    private static func order(of tenant: Tenant, comparedWith other: Tenant) -> [RouteName]? {
        let names = tenant.routes.map(\.name)
        let others = other.routes.map(\.name)
        let common = Set(names).intersection(others)
        let order = names.filter(common.contains)
        return order == others.filter(common.contains) ? nil : order
    }
}
