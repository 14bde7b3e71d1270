import CommandLine
import DeepLinks

/// `postern tenant set`: changes settings of a tenant.
struct TenantSet: TenantEdit {
    static let spec = CommandSpec(
        "tenant set", "Changes settings of a tenant.",
        positionals: [.tenantName, Assignments.positional(Setting.ofTenant)], options: [.database],
        examples: [.init("another web page", "postern tenant set acme web=https://www.acme.example/")])

    let tenant: TenantName
    let database: DatabaseAddress
    private let assignments: Assignments<Tenant>

    init(_ arguments: ParsedArguments) throws {
        tenant = try arguments.required(.tenantName)
        assignments = try Assignments(arguments, among: Setting.ofTenant)
        database = try DatabaseAddress(arguments)
    }

    func apply(to tenant: inout Tenant) throws -> String {
        try assignments.apply(to: &tenant)
        return "tenant \(tenant.name) changed"
    }
}
