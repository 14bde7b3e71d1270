import CommandLine
import DeepLinks
import FleetStore
import Postgres

extension DatabaseAddress {
    /// Connects.
    func openStore() throws -> FleetStore {
        try FleetStore(database: ConnectionString(url))
    }
}

extension FleetStore {
    /// The tenants by name, or the one that is named.
    ///
    /// One that an edit by hand has broken is told on the console and left out.
    func tenants(_ console: Console, named name: TenantName? = nil) throws -> [TenantSnapshot] {
        try readableTenants(console, named: name, withDocuments: false)
    }

    /// The same with what their domains publish.
    func publishedTenants(_ console: Console, named name: TenantName?) throws -> [TenantSnapshot] {
        try readableTenants(console, named: name, withDocuments: true)
    }

    private func readableTenants(
        _ console: Console, named name: TenantName?, withDocuments: Bool
    ) throws -> [TenantSnapshot] {
        if let name { return [try tenant(named: name)] }
        var readable: [TenantSnapshot] = []
        for state in try snapshot(withDocuments: withDocuments).tenants {
            switch state {
            case .readable(let snapshot): readable.append(snapshot)
            case .unreadable(_, let row): console.note("left out, edited by hand into what no rule allows: \(row)")
            }
        }
        return readable.sorted { $0.tenant.name < $1.tenant.name }
    }

    /// The tenant for which a name is live.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - hint: What to do where it is not live, if there is something.
    /// - Returns: The tenant.
    /// - Throws: ``CommandFailure`` where no tenant has it live, and the store's errors.
    func owner(ofLive name: DomainName, hint: String = "") throws -> TenantName {
        guard let tenant = try owner(of: name) else {
            throw CommandFailure(.noInput, "no tenant has \(name) live\(hint)")
        }
        return tenant
    }
}
