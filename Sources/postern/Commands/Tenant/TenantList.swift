import CommandLine
import DeepLinks
import FleetStore

/// `postern tenant list`.
struct TenantList: Command {
    static let spec = CommandSpec(
        "tenant list", "Lists the tenants.", options: [.database], flags: [.json],
        examples: [.init("all", "postern tenant list")])

    private let isJSON: Bool
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        isJSON = arguments.has(.json)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let tenants = try database.openStore().tenants(console)
        try console.list(
            "tenants", tenants.map { Record($0.tenant) },
            columns: ["name", "web", "suspended", "counts.domains", "counts.apps", "counts.routes"],
            json: isJSON)
        return .done
    }
}
