import FleetStore
import CommandLine
import DeepLinks

/// `postern app show`.
struct AppShow: Command {
    static let spec = CommandSpec(
        "app show", "Shows an app.",
        positionals: [.app], options: [Option.tenant.required, .database], flags: [.json],
        examples: [.init("one", "postern app show example.acme.shop --tenant acme")])

    private let tenant: TenantName
    private let name: AppName
    private let isJSON: Bool
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        tenant = try arguments.required(.tenant)
        name = try arguments.required(.app)
        isJSON = arguments.has(.json)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let tenant = try database.openStore().tenant(named: tenant).tenant
        try console.show("app", Record(tenant.apps[tenant.index(ofApp: name)], of: tenant.name), json: isJSON)
        return .done
    }
}
