import CommandLine
import DeepLinks

/// `postern tenant resume`.
struct TenantResume: TenantEdit {
    static let spec = CommandSpec(
        "tenant resume", "Ends the suspension of a tenant.",
        positionals: [.tenantName], options: [.database],
        examples: [.init("answer links again", "postern tenant resume acme")])

    let tenant: TenantName
    let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        tenant = try arguments.required(.tenantName)
        database = try DatabaseAddress(arguments)
    }

    func apply(to tenant: inout Tenant) throws -> String {
        tenant.isSuspended = false
        return "tenant \(tenant.name) resumed"
    }
}
