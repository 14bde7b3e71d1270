import FleetStore
import CommandLine
import DeepLinks

/// `postern domain list`.
struct DomainList: Command {
    private static let tenant = Option.tenant.saying("only this tenant's")

    static let spec = CommandSpec(
        "domain list", "Lists the domains, of all tenants or of one.",
        options: [tenant, .database], flags: [.json],
        examples: [.init("one tenant's", "postern domain list --tenant acme")])

    private let tenant: TenantName?
    private let isJSON: Bool
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        tenant = try arguments.checked(Self.tenant)
        isJSON = arguments.has(.json)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let snapshots = try database.openStore().tenants(console, named: tenant)
        let records = snapshots.map(\.tenant).flatMap { tenant in
            tenant.domains.map { Record($0, of: tenant.name) }
        }
        let hasUnicode = snapshots.flatMap(\.tenant.domains).contains { $0.name.unicode != nil }
        let columns = ["host"] + (hasUnicode ? ["unicode"] : []) + ["tenant", "state", "attested"]
        try console.list("domains", records, columns: columns, json: isJSON)
        return .done
    }
}
