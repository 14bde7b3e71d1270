import CommandLine
import DeepLinks
import FleetStore

/// `postern tenant add`: makes a tenant.
struct TenantAdd: FleetWrite {
    private static let web = Option(
        "web", "URL", "the tenant's web page: where a browser goes when no route matches", isRequired: true)

    static let spec = CommandSpec(
        "tenant add", "Makes a tenant.",
        positionals: [.tenantName], options: [web, .database],
        examples: [.init("a customer", "postern tenant add acme --web https://www.acme.example/")])

    private let tenant: Tenant
    let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        tenant = Tenant(name: try arguments.required(.tenantName), web: try arguments.required(Self.web))
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        try database.openStore().edit([tenant.name], as: Self.operation) { draft throws(StoreError) in
            guard draft.tenants[tenant.name] == nil else {
                throw .conflict("there is a tenant \(tenant.name) already")
            }
            draft.tenants[tenant.name] = tenant
        }
        console.note("tenant \(tenant.name) added")
        return .done
    }
}
