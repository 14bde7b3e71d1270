import FleetStore
import CommandLine
import DeepLinks

/// `postern fleet export`: writes the database as a fleet file.
struct FleetExport: Command {
    static let spec = CommandSpec(
        "fleet export", "Writes the tenants as a fleet file in its canonical form, without their links.",
        options: [Option.tenant.saying("only this tenant"), .database],
        examples: [.init("everything", "postern fleet export > fleet.json5")])

    private let tenant: TenantName?
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        tenant = try arguments.checked(.tenant)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let tenants = try database.openStore().tenants(console, named: tenant)
        try console.write(FleetFile(exporting: Fleet(tenants: tenants.map(\.tenant))).canonicalText)
        return .done
    }
}
