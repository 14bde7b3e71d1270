import CommandLine
import DeepLinks

/// `postern domain remove`: takes a host name from a tenant.
struct DomainRemove: TenantEdit {
    static let spec = CommandSpec(
        "domain remove", "Takes a host name from a tenant.",
        discussion: ["A live name is held back for 30 days, in which no other tenant can take it."],
        positionals: [.host], options: [Option.tenant.required, .database],
        examples: [.init("one name", "postern domain remove go.acme.example --tenant acme")])

    let tenant: TenantName
    let database: DatabaseAddress
    private let name: DomainName

    init(_ arguments: ParsedArguments) throws {
        tenant = try arguments.required(.tenant)
        name = try arguments.required(.host)
        database = try DatabaseAddress(arguments)
    }

    func apply(to tenant: inout Tenant) throws -> String {
        tenant.domains.remove(at: try tenant.index(ofDomain: name))
        return "domain \(name.text) removed"
    }
}
