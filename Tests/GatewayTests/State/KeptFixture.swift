import DeepLinks
import Platform

@testable import FleetStore
@testable import Gateway

/// A compiled fleet, and the state that it is kept as.
struct KeptFixture {
    let numbers = RecordNumbers()
    let state: FleetState
    let table: RoutingTable

    init(_ tenants: [Tenant], generation: Int64 = 7) throws {
        let compiler = TenantCompiler(numbers: numbers)
        var changes: [DomainKey: ServedDomain?] = [:]
        var states: [TenantState] = []
        for (index, tenant) in tenants.enumerated() {
            let rows = { (domain: Domain, routes: RouteSet) -> ServedDomain.Rows? in
                ServedDomain.Rows(domain: 1000, routes: routes.routes.indices.map { UInt32(2000 + $0) })
            }
            let served = try compiler.compile(tenant, rows: rows) { domain throws(GatewayError) in
                TenantCompiler.Documents(
                    aasa: Array("{\"of\":\"\(tenant.name)\"}".utf8), assetlinks: domain.isCaseSensitive ? [] : nil)
            }
            for domain in served { changes[domain.key] = .some(domain) }
            states.append(
                .readable(
                    TenantSnapshot(
                        id: TenantID(rawValue: Int32(index + 1)), version: 2, publishedVersion: index == 0 ? 1 : 2,
                        publishedCompiler: 1, tenant: tenant, domainIDs: [:], routeIDs: [:], documents: [:])))
        }
        table = RoutingTable(hasher: HostHasher()).replacing(changes)
        var state = FleetState()
        state.take(.everything(FleetSnapshot(identity: "one", generation: generation, tenants: states)))
        self.state = state
    }

    func write(to directory: StateDirectory) throws {
        try directory.write(state, table, numbers.lists)
    }
}
