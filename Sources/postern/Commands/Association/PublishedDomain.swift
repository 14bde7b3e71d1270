import CommandLine
import DeepLinks
import FleetStore

/// The domain whose association file phones read at a name, and its tenant.
struct PublishedDomain {
    let tenant: Tenant
    let domain: Domain

    /// Finds the domain among tenants, a live one ahead of a pending one of the same name.
    init?(at name: DomainName, among tenants: [Tenant]) {
        for publisher in name.publishers {
            let found = tenants.flatMap { tenant in
                tenant.domains.filter { $0.name.text == publisher }.map { (tenant, $0) }
            }
            guard let (tenant, domain) = found.first(where: { $1.state == .live }) ?? found.first else { continue }
            self.tenant = tenant
            self.domain = domain
            return
        }
        return nil
    }

    /// Finds the domain in a fleet file.
    ///
    /// - Throws: ``CommandFailure`` where no tenant of the file has it, with the nearest that one has.
    init(at name: DomainName, inFile path: String) throws {
        let tenants = try FleetFileArgument(path: path).document().fleet().tenants
        guard let found = PublishedDomain(at: name, among: tenants) else {
            let names = tenants.flatMap(\.domains).map(\.name.text)
            let meant = nearest(to: name.text, among: names).map { "; did you mean '\($0)'?" } ?? ""
            throw CommandFailure(.noInput, "no tenant of \(path) has \(name)\(meant)")
        }
        self = found
    }

    /// Finds the live domain in the database.
    ///
    /// - Throws: ``CommandFailure`` where no tenant has it live, and the store's errors.
    init(at name: DomainName, in store: FleetStore) throws {
        guard let owner = try store.publisher(at: name),
            let found = PublishedDomain(at: name, among: [try store.tenant(named: owner).tenant])
        else {
            throw CommandFailure(.noInput, "no tenant has \(name) live; 'postern domain list' shows who has what")
        }
        self = found
    }
}
