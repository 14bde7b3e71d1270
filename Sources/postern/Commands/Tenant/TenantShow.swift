import FleetStore
import CommandLine
import DeepLinks

/// `postern tenant show`.
struct TenantShow: Command {
    static let spec = CommandSpec(
        "tenant show", "Shows a tenant's settings and how much it has.",
        positionals: [.tenantName], options: [.database], flags: [.json],
        examples: [.init("one", "postern tenant show acme")])

    private let tenant: TenantName
    private let isJSON: Bool
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        tenant = try arguments.required(.tenantName)
        isJSON = arguments.has(.json)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let snapshot = try database.openStore().tenant(named: tenant)
        try console.show("tenant", Record(snapshot.tenant), json: isJSON)
        return .done
    }
}
