import CommandLine
import DeepLinks
import FleetStore

/// Where a command reads tenants: a fleet file, or the database.
enum TenantSource {
    case file(String)
    case database(DatabaseAddress)

    init(_ arguments: ParsedArguments) throws {
        switch (arguments.text(.fleet), arguments.has(.database)) {
        case (let path?, false): self = .file(path)
        case (nil, _): self = .database(try DatabaseAddress(arguments))
        default: throw arguments.combination("give one of --fleet FILE and --database URL")
        }
    }

    /// Reads all tenants.
    func tenants(_ console: Console) throws -> [Tenant] {
        switch self {
        case .file(let path): try FleetFileArgument(path: path).document().fleet().tenants
        case .database(let address): try address.openStore().tenants(console).map(\.tenant)
        }
    }

    /// Reads a tenant.
    ///
    /// - Throws: ``CommandFailure`` where there is none of the name, with the nearest that there is in the file.
    func tenant(named name: TenantName) throws -> Tenant {
        switch self {
        case .file(let path):
            let tenants = try FleetFileArgument(path: path).document().fleet().tenants
            if let tenant = tenants.first(where: { $0.name == name }) { return tenant }
            let meant = nearest(to: name.text, among: tenants.map(\.name.text)).map { "; did you mean '\($0)'?" } ?? ""
            throw CommandFailure(.noInput, "\(path) has no tenant \(name)\(meant)")
        case .database(let address):
            return try address.openStore().tenant(named: name).tenant
        }
    }
}
