import FleetStore
import CommandLine
import DeepLinks

/// `postern app list`.
struct AppList: Command {
    private static let tenant = Option.tenant.saying("only this tenant's")

    static let spec = CommandSpec(
        "app list", "Lists the apps, of all tenants or of one.",
        options: [tenant, .database], flags: [.json],
        examples: [.init("one tenant's", "postern app list --tenant acme")])

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
            tenant.apps.map { Record($0, of: tenant.name) }
        }
        try console.list(
            "apps", records, columns: ["name", "tenant", "platform", "identifier", "scheme"], json: isJSON)
        return .done
    }
}
