import CommandLine
import DeepLinks

/// `postern tenant suspend`.
struct TenantSuspend: TenantEdit {
    static let spec = CommandSpec(
        "tenant suspend",
        "Suspends a tenant: its domains answer every path with the 404 page, its association files stay.",
        positionals: [.tenantName], options: [.database],
        examples: [.init("stop answering links", "postern tenant suspend acme")])

    let tenant: TenantName
    let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        tenant = try arguments.required(.tenantName)
        database = try DatabaseAddress(arguments)
    }

    func apply(to tenant: inout Tenant) throws -> String {
        tenant.isSuspended = true
        return "tenant \(tenant.name) suspended"
    }
}
