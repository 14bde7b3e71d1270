import CommandLine
import DeepLinks
import FleetStore
import Prober

/// `postern domain verify`: looks for the proof that a tenant controls a name.
struct DomainVerify: FleetWrite {
    private static let tenant = Option.tenant.saying("the tenant, where more than one has the name pending")

    static let spec = CommandSpec(
        "domain verify", "Looks for the proof that a tenant controls a name, and makes the name live.",
        discussion: [
            "The proof is a TXT record, which 'postern domain add' and 'postern domain show' tell, or a file with the same"
                + " text on the name's own web server, fetched by https without following a redirect, and only from public"
                + " addresses unless others are allowed. A wildcard is proved by the record alone.",
            "A name that points to the gateway already proves nothing by that. A live name stays live, whatever is found.",
            "By a tenant's own login of the database the name does not become live at once: a prober looks for the proof"
                + " too, soon after.",
        ],
        positionals: [.host], options: [tenant] + CheckArguments.ownershipOptions + [.database],
        answers: [
            (1, "the proof is not there"),
            (2, "the proof is there, by a tenant's own login: a prober has still to see it"),
        ],
        examples: [.init("a pending name", "postern domain verify go.acme.example")])

    private let name: DomainName
    private let tenant: TenantName?
    private let checks: CheckArguments
    let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        name = try arguments.required(.host)
        tenant = try arguments.checked(Self.tenant)
        checks = try CheckArguments(arguments, asksOthers: false)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let store = try database.openStore()
        let proof = try proof(in: store)
        let machinery = try checks.start()
        defer { machinery.engine.stop() }
        switch machinery.ownership.check(proof) {
        case .proved where try store.isTenantSession() && !isLive(proof, in: store):
            try store.hasten(proof)
            console.note("the proof of \(name) is there; a prober is asked to look too, and makes the name live")
            return .answer(2)
        case .proved(let method):
            let wasPending = try store.confirm(proof, by: method, as: Self.operation)
            let state = wasPending ? "is live now" : "was live before"
            console.note(
                "tenant \(proof.tenant) has proved control of \(name) by \(method.rawValue); the name \(state)")
            return .done
        case .missing(let problem):
            console.note("not proved: \(problem)")
            console.note("wanted: \(proof.recordLine)")
            return .answer(1)
        }
    }

    private func isLive(_ proof: DomainProof, in store: FleetStore) throws -> Bool {
        try store.tenant(named: proof.tenant).tenant.domains.contains { $0.name == name && $0.state == .live }
    }

    /// What the tenant has to show.
    private func proof(in store: FleetStore) throws -> DomainProof {
        let proofs = try store.proofs(of: name).filter { tenant == nil || $0.tenant == tenant }
        guard let proof = proofs.first else {
            throw CommandFailure(
                .noInput, tenant.map { "tenant \($0) has no domain '\(name)'" } ?? "no tenant has a domain '\(name)'")
        }
        guard proofs.count == 1 else {
            let names = proofs.map(\.tenant.text).joined(separator: ", ")
            throw CommandFailure(.usage, "\(names) have \(name): say which by --tenant NAME")
        }
        return proof
    }
}
