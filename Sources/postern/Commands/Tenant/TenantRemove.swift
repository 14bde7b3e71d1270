import CommandLine
import DeepLinks
import FleetStore

/// `postern tenant remove`: removes a tenant with everything it owns.
struct TenantRemove: FleetWrite {
    static let spec = CommandSpec(
        "tenant remove", "Removes a tenant with everything it owns.",
        discussion: ["Its live names are held back for 30 days, in which no other tenant can take them."],
        positionals: [.tenantName], options: [.database],
        examples: [.init("a customer who left", "postern tenant remove acme")])

    private let tenant: TenantName
    let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        tenant = try arguments.required(.tenantName)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        try database.openStore().edit([tenant], as: Self.operation) { draft throws(StoreError) in
            guard draft.tenants.removeValue(forKey: tenant) != nil else {
                throw .notFound(kind: "tenant", name: tenant.text)
            }
        }
        console.note("tenant \(tenant) removed")
        return .done
    }
}
