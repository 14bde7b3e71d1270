import DeepLinks
import Postgres

extension FleetStore {
    /// Links of a tenant that are followed once more at most when its routes or domains change.
    static let mostFollowedLinks = 100_000

    /// Refuses a tenant whose redirects, or links whose destinations, lead in a circle, over hosts of any tenant.
    ///
    /// The tenant's links that are stored are followed too where its routes, domains or fallbacks have changed and lead to a
    /// host of the fleet: the links that a circle passes through were no circle when they were written.
    ///
    /// - Parameters:
    ///   - tenant: The tenant as it is going to be, with the links that are written.
    ///   - siblings: All tenants of the same write, as they are going to be.
    ///   - before: The tenant as it is; `nil` for a new one.
    /// - Throws: ``StoreError/refused(_:)``, ``StoreError/database(_:)``.
    func refuseLoops(
        of tenant: Tenant, among siblings: [TenantName: Tenant], since before: Tenant?
    ) throws(StoreError) {
        let links = tenant.links ?? []
        let hosts = tenant.destinationHosts
        var walk = try redirectWalk(of: tenant, among: siblings, hosts: hosts.union(Self.hosts(of: links)))
        var refusals = try walk.refusals(of: tenant)
        refusals += try walk.refusals(of: links, of: tenant)
        if let before, tenant.links == nil, tenant.leadsOtherwise(than: before), try walk.isOurs(hosts) {
            let live = tenant.domains.filter { $0.state == .live }.map(\.name.text)
            let stored = try self.links(of: tenant.name, leadingTo: hosts.union(live), limit: Self.mostFollowedLinks)
            var known = tenant
            known.links = stored
            var walk = try redirectWalk(of: known, among: siblings, hosts: hosts)
            refusals += try walk.refusals(of: stored, of: tenant)
        }
        guard refusals.isEmpty else { throw .refused(InputRefusals(tenant: tenant.name, refusals)) }
    }

    /// Refuses links that lead in a circle.
    ///
    /// - Parameter tenant: Their tenant as it is, with the links that are written and no others.
    /// - Throws: ``StoreError/refused(_:)``, ``StoreError/database(_:)``.
    func refuseLoops(ofLinksOf tenant: Tenant) throws(StoreError) {
        let links = tenant.links ?? []
        var walk = try redirectWalk(of: tenant, among: [:], hosts: Self.hosts(of: links))
        let refusals = try walk.refusals(of: links, of: tenant)
        guard refusals.isEmpty else { throw .refused(InputRefusals(tenant: tenant.name, refusals)) }
    }

    private static func hosts(of links: [Link]) -> Set<String> {
        var hosts: Set<String> = []
        for case .url(let url) in links.flatMap(\.destinations) { hosts.insert(url.host) }
        return hosts
    }

    /// A walk over the fleet's redirects as they are going to be.
    ///
    /// - Parameters:
    ///   - tenant: The tenant as it is going to be; its links stand before those that are stored.
    ///   - siblings: All tenants of the same write, as they are going to be; those whose links they name have no others.
    ///   - hosts: Hosts that are going to be asked for; others are looked up when they come.
    /// - Returns: The walk.
    /// - Throws: ``StoreError/database(_:)``.
    func redirectWalk(
        of tenant: Tenant, among siblings: [TenantName: Tenant], hosts: Set<String>
    ) throws(StoreError) -> RedirectWalk<StoreError> {
        let domains = try DomainDirectory(hosts, self, siblings.merging([tenant.name: tenant]) { _, own in own })
        let links = LinkDirectory(self, of: tenant, among: siblings)
        return RedirectWalk<StoreError>(
            findDomain: { host throws(StoreError) in try domains.place(of: host) },
            findLink: { name, key throws(StoreError) in try links.link(of: name, key) })
    }
}

/// The links to which redirects lead: those of the write as they are going to be, the others as they are.
private final class LinkDirectory {
    private let store: FleetStore
    private let tenant: TenantName
    private let own: [LinkKey: Link]
    private let siblings: [TenantName: [Link]]
    private var written: [TenantName: [LinkKey: Link]] = [:]

    init(_ store: FleetStore, of tenant: Tenant, among siblings: [TenantName: Tenant]) {
        self.store = store
        self.tenant = tenant.name
        own = Self.byKey(tenant.links ?? [])
        self.siblings = siblings.compactMapValues(\.links)
    }

    func link(of name: TenantName, _ key: LinkKey) throws(StoreError) -> Link? {
        if name == tenant, let link = own[key] { return link }
        if let links = siblings[name] {
            let byKey = written[name] ?? Self.byKey(links)
            written[name] = byKey
            return byKey[key]
        }
        do throws(StoreError) {
            return try store.links(of: name, keys: [key]).first
        } catch {
            // A tenant that this write makes has no links yet.
            guard case .notFound = error else { throw error }
            return nil
        }
    }

    private static func byKey(_ links: [Link]) -> [LinkKey: Link] {
        Dictionary(links.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
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
