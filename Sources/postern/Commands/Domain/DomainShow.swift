import FleetStore
import CommandLine
import DeepLinks

/// `postern domain show`.
struct DomainShow: Command {
    private static let tenant = Option.tenant.saying("the tenant that has it; by default the one for which it is live")

    static let spec = CommandSpec(
        "domain show", "Shows a domain.",
        positionals: [.host], options: [tenant, .database], flags: [.json],
        examples: [.init("one", "postern domain show go.acme.example")])

    private let name: DomainName
    private let tenant: TenantName?
    private let isJSON: Bool
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        name = try arguments.required(.host)
        tenant = try arguments.checked(Self.tenant)
        isJSON = arguments.has(.json)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let store = try database.openStore()
        let owner = try tenant ?? store.owner(ofLive: name, hint: "; a pending name needs --tenant NAME")
        let tenant = try store.tenant(named: owner).tenant
        let domain = try tenant.domains[tenant.index(ofDomain: name)]
        var record = Record(domain, of: tenant.name)
        let proof = domain.state == .live ? nil : try store.proofs(of: name).first { $0.tenant == owner }
        record.add("proof", proof.map { .record(Record($0)) } ?? Record.Value.none)
        try console.show("domain", record, json: isJSON)
        return .done
    }
}
