import CommandLine
import DeepLinks

/// `postern domain set`: changes settings of a domain.
struct DomainSet: TenantEdit {
    static let spec = CommandSpec(
        "domain set", "Changes settings of a domain.",
        positionals: [.host, Assignments.positional(Setting.ofDomain)], options: [Option.tenant.required, .database],
        examples: [
            .init(
                "a page for what no route matches",
                "postern domain set go.acme.example --tenant acme fallback=https://www.acme.example/")
        ])

    let tenant: TenantName
    let database: DatabaseAddress
    private let name: DomainName
    private let assignments: Assignments<Domain>

    init(_ arguments: ParsedArguments) throws {
        tenant = try arguments.required(.tenant)
        name = try arguments.required(.host)
        assignments = try Assignments(arguments, among: Setting.ofDomain)
        database = try DatabaseAddress(arguments)
    }

    func apply(to tenant: inout Tenant) throws -> String {
        try assignments.apply(to: &tenant.domains[tenant.index(ofDomain: name)])
        return "domain \(name.text) changed"
    }
}
