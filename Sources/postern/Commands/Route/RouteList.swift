import FleetStore
import CommandLine
import DeepLinks

/// `postern route list`.
struct RouteList: Command {
    private static let tenant = Option.tenant.saying("only this tenant's")

    static let spec = CommandSpec(
        "route list", "Lists the routes, of all tenants or of one in the order in which they are tried.",
        options: [tenant, .database], flags: [.json],
        examples: [.init("one tenant's", "postern route list --tenant acme")])

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
            tenant.routes.map { Record($0, of: tenant.name) }
        }
        try console.list(
            "routes", records, columns: ["name", "tenant", "pattern", "opens", "web", "links"], json: isJSON)
        return .done
    }
}
