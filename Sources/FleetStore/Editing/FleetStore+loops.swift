import DeepLinks
import Postgres

extension FleetStore {
    /// Refuses a tenant whose redirects, or links whose destinations, lead in a circle, over hosts of any tenant.
    ///
    /// - Parameters:
    ///   - tenant: The tenant as it is going to be, with the links that are written.
    ///   - siblings: Other tenants of the same write, as they are going to be.
    ///   - walksRoutes: Whether the tenant's routes and fallbacks are walked, or its links alone.
    /// - Throws: ``StoreError/refused(_:)``, ``StoreError/database(_:)``.
    func refuseLoops(of tenant: Tenant, among siblings: [TenantName: Tenant], walksRoutes: Bool) throws(StoreError) {
        let links = tenant.links ?? []
        var hosts = walksRoutes ? tenant.destinationHosts : []
        for case .url(let url) in links.flatMap(\.destinations) { hosts.insert(url.host) }
        var walk = try redirectWalk(of: tenant, among: siblings, hosts: hosts)
        var refusals = walksRoutes ? try walk.refusals(of: tenant) : []
        refusals += try walk.refusals(of: links, of: tenant)
        guard refusals.isEmpty else { throw .refused(InputRefusals(tenant: tenant.name, refusals)) }
    }

    /// A walk over the fleet's redirects as they are going to be.
    ///
    /// - Parameters:
    ///   - tenant: The tenant as it is going to be; its links stand before those that are stored.
    ///   - siblings: Other tenants of the same write, as they are going to be.
    ///   - hosts: Hosts that are going to be asked for; others are looked up when they come.
    /// - Returns: The walk.
    /// - Throws: ``StoreError/database(_:)``.
    func redirectWalk(
        of tenant: Tenant, among siblings: [TenantName: Tenant], hosts: Set<String>
    ) throws(StoreError) -> RedirectWalk<StoreError> {
        let directory = try DomainDirectory(hosts, self, siblings.merging([tenant.name: tenant]) { _, own in own })
        let written = Dictionary((tenant.links ?? []).map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        return RedirectWalk<StoreError>(
            findDomain: { host throws(StoreError) in try directory.place(of: host) },
            findLink: { name, key throws(StoreError) in
                if name == tenant.name, let link = written[key] { return link }
                return try self.links(of: name, keys: [key]).first
            })
    }
}

/// Whose the hosts are to which redirects lead: the tenants of the write as they are going to be, the others as they are.
private final class DomainDirectory {
    private let store: FleetStore
    private var tenants: [TenantName: Tenant?]
    private let written: [String: TenantName]
    private var owners: [String: TenantName?] = [:]

    init(_ hosts: Set<String>, _ store: FleetStore, _ written: [TenantName: Tenant]) throws(StoreError) {
        self.store = store
        tenants = written.mapValues { .some($0) }
        var live: [String: TenantName] = [:]
        for tenant in written.values {
            for domain in tenant.domains where domain.state == .live { live[domain.name.text] = tenant.name }
        }
        self.written = live
        try look(for: hosts.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 })
    }

    func place(of host: String) throws(StoreError) -> RedirectWalk<StoreError>.Place? {
        if owners[host] == nil { try look(for: [host]) }
        guard let name = owners[host] ?? nil, let tenant = try tenant(name) else { return nil }
        let names = Self.names(of: host)
        let domain = names.lazy.compactMap { name in
            tenant.domains.first { $0.state == .live && $0.name.text == name }
        }.first
        return domain.map { (tenant, $0) }
    }

    /// The exact name, and the wildcard one label up.
    private static func names(of host: String) -> [String] { [host, "*" + host.drop { $0 != "." }] }

    private func look(for hosts: [String]) throws(StoreError) {
        let names = hosts.flatMap(Self.names)
        let rows = try inDatabase { () throws(PostgresError) in
            try store.connection.query(.owners, [.texts(names)])
        }
        let stored = Dictionary(rows.map { ($0.domain, $0.tenant) }, uniquingKeysWith: { first, _ in first })
        for host in hosts {
            owners[host] = .some(
                Self.names(of: host).lazy.compactMap { name in
                    self.written[name] ?? stored[name].flatMap { TenantName($0) }
                }.first)
        }
    }

    /// A tenant; one that cannot be read leads nowhere.
    private func tenant(_ name: TenantName) throws(StoreError) -> Tenant? {
        if let known = tenants[name] { return known }
        var found: Tenant?
        do throws(StoreError) {
            found = try store.snapshots(of: [name], withLinks: false).first?.tenant
        } catch {
            guard case .unreadable = error else { throw error }
        }
        tenants[name] = .some(found)
        return found
    }
}
