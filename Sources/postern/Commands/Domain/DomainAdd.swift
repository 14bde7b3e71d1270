import CommandLine
import DeepLinks
import FleetStore

/// `postern domain add`: gives a tenant a host name.
struct DomainAdd: TenantEdit {
    private static let attested = Flag("attested", "take the operator's word that the tenant controls the name")

    static let spec = CommandSpec(
        "domain add", "Gives a tenant a host name.",
        discussion: [
            "Without --attested the name is pending and is not served until the tenant proves that it controls it: by the"
                + " DNS record that this prints, or by a file on the name's own web server. 'postern domain verify' looks for"
                + " the proof, and so does 'postern probe' from time to time.",
            "An attestation makes the name live at once and is kept in the audit log.",
        ],
        positionals: [.host], options: [Option.tenant.required, .database], flags: [attested],
        examples: [
            .init("one name", "postern domain add go.acme.example --tenant acme"),
            .init("every name below", "postern domain add '*.acme.example' --tenant acme --attested"),
        ])

    let tenant: TenantName
    let database: DatabaseAddress
    private let domain: Domain

    init(_ arguments: ParsedArguments) throws {
        tenant = try arguments.required(.tenant)
        let isAttested = arguments.has(Self.attested)
        domain = Domain(
            name: try Self.name(try arguments.word(.host), isAttested: isAttested),
            state: isAttested ? .live : .pending, isAttested: isAttested)
        database = try DatabaseAddress(arguments)
    }

    /// Reads the name: with the operator's word also one that is nobody's by the list of public suffixes.
    private static func name(_ text: String, isAttested: Bool) throws -> DomainName {
        do throws(RuleViolation) {
            return try DomainName(text, isAttested: isAttested)
        } catch {
            throw CommandFailure.refused(Positional.host.name, text, error.description)
        }
    }

    func apply(to tenant: inout Tenant) throws -> String {
        guard !tenant.domains.contains(where: { $0.name == domain.name }) else {
            throw CommandFailure(.refused, "tenant \(tenant.name) has '\(domain.name.text)' already")
        }
        tenant.domains.append(domain)
        let name = domain.name.unicode.map { "\(domain.name.text) (\($0))" } ?? domain.name.text
        return domain.state == .live
            ? "domain \(name) is live"
            : "domain \(name) is pending and not served until the tenant proves that it controls the name"
    }

    func run(_ console: Console) throws -> ExitCode {
        let code = try edit(console)
        guard domain.state == .pending else { return code }
        let proofs = try database.openStore().proofs(of: domain.name)
        guard let proof = proofs.first(where: { $0.tenant == tenant }) else { return code }
        try console.write(proof.recordLine + "\n")
        console.note("make this DNS record, then 'postern domain verify \(domain.name.text)'")
        if let path = proof.filePath {
            console.note("or serve the text between the quotes as https://\(domain.name.text)\(path)")
        }
        return code
    }
}
