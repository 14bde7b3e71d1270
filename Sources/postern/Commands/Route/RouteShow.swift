import FleetStore
import CommandLine
import DeepLinks

/// `postern route show`.
struct RouteShow: Command {
    static let spec = CommandSpec(
        "route show", "Shows a route.",
        positionals: [.route], options: [Option.tenant.required, .database], flags: [.json],
        examples: [.init("one", "postern route show product --tenant acme")])

    private let tenant: TenantName
    private let name: RouteName
    private let isJSON: Bool
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        tenant = try arguments.required(.tenant)
        name = try arguments.required(.route)
        isJSON = arguments.has(.json)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let tenant = try database.openStore().tenant(named: tenant).tenant
        try console.show("route", Record(tenant.routes[tenant.index(ofRoute: name)], of: tenant.name), json: isJSON)
        return .done
    }
}
