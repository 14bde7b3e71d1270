import Association
import CommandLine
import DeepLinks
import FleetStore

/// `postern association upload`: makes a domain publish a file as it is, or go back to the compiled one.
struct AssociationUpload: FleetWrite {
    private static let file = Positional("FILE", "the file, published byte for byte; - is standard input", .optional)
    private static let kind = Option("kind", "KIND", "aasa or assetlinks", isRequired: true)
    private static let tenant = Option.tenant.saying(
        "the tenant that has it; by default the one for which it is live")
    private static let none = Flag("none", "publish what the routes compile to again")

    static let spec = CommandSpec(
        "association upload", "Makes a domain publish a file of your own instead of what its routes compile to.",
        discussion: [
            "It is for what routes cannot say. Whether apps open is then decided by the file alone, while the routes go"
                + " on leading browsers; 'resolve' shows both. A file with errors is refused, and nothing changes."
                + " Apps that the file names and the tenant lacks are told, and the other way round."
                + " A wildcard and its parent publish one file, so both get it."
        ],
        positionals: [.host, file], options: [kind, tenant, .database], flags: [.force, none, .json],
        forms: [
            "HOST FILE --kind\u{A0}KIND [--force] [--tenant\u{A0}NAME] [--database\u{A0}URL] [--json]",
            "HOST --none --kind\u{A0}KIND [--tenant\u{A0}NAME] [--database\u{A0}URL] [--json]",
        ],
        examples: [
            .init("a file", "postern association upload go.acme.example site.json --kind aasa"),
            .init("back to the routes", "postern association upload go.acme.example --none --kind aasa"),
        ])

    private let name: DomainName
    private let file: AssociationFile?
    private let kind: AssociationKind
    private let takesBrokenFiles: Bool
    private let tenant: TenantName?
    private let isJSON: Bool
    let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        name = try arguments.required(.host)
        guard let kind = try arguments.choice(Self.kind, AssociationKind.allCases, \.rawValue) else {
            throw arguments.combination("--kind is aasa or assetlinks")
        }
        self.kind = kind
        file = arguments.text(Self.file).map { AssociationFile(path: $0) }
        guard (file == nil) == arguments.has(Self.none) else {
            throw arguments.combination("give either FILE or --none")
        }
        takesBrokenFiles = arguments.has(.force)
        tenant = try arguments.checked(Self.tenant)
        isJSON = arguments.has(.json)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let bytes = try file?.bytes()
        let findings = bytes.map { AssociationLint.findings($0, kind: kind) } ?? []
        let store = try database.openStore()
        let owner = try tenant ?? store.owner(ofLive: name, hint: "; a pending name needs --tenant NAME")
        var operation = Self.operation
        operation.takesBrokenFiles = takesBrokenFiles
        let outcome: Result<(tenant: Tenant, domains: [DomainName]), CommandFailure>
        do {
            outcome = try store.edit(tenant: owner, as: operation) { tenant throws(StoreError) in
                var changed = tenant
                let outcome = Result<[DomainName], any Error> { try put(bytes, into: &changed) }
                if case .success = outcome { tenant = changed }
                return outcome.map { (tenant: changed, domains: $0) }.mapError(CommandFailure.init)
            }
        } catch {
            // A program reads why the file was refused.
            if isJSON, !takesBrokenFiles, findings.contains(where: { $0.severity == .error }) {
                try writeJSON([], findings, notes: [], console)
            }
            throw error
        }
        let done = try outcome.get()
        let domain = done.tenant.domains.first { $0.name == done.domains.first }
        let notes = domain.map { done.tenant.uploadFindings(for: $0, kind: kind) } ?? []
        if isJSON {
            let snapshot = try store.tenant(named: owner)
            try writeJSON(done.domains.map { Record(kind, of: $0, in: snapshot) }, findings, notes: notes, console)
        }
        for domain in done.domains {
            console.note("\(domain) publishes \(bytes == nil ? "what its routes compile to" : "the uploaded file")")
        }
        for note in notes { console.note("note: \(note)") }
        let count = findings.count { $0.severity != .note }
        if count > 0 {
            console.note(
                "taken with \(count) finding\(count == 1 ? "" : "s"); 'postern association lint' shows what to write instead"
            )
        }
        return .done
    }

    private func writeJSON(
        _ documents: [Record], _ findings: [Finding], notes: [CompileFinding], _ console: Console
    ) throws {
        try console.writeJSON { writer in
            writer.list("documents", documents)
            writer.list("findings", findings.map { Record($0) })
            writer.list("notes", notes.map { Record($0) })
        }
    }

    /// Gives the file to the domain, and to the other of a wildcard and its parent.
    private func put(_ bytes: [UInt8]?, into tenant: inout Tenant) throws -> [DomainName] {
        guard let place = tenant.domains.firstIndex(where: { $0.name == name }) else {
            if let wildcard = tenant.domains.first(where: { $0.name.isWildcard && $0.name.covers(name.text) }) {
                throw CommandFailure(
                    .noInput, "\(name) is one of \(wildcard.name), which publishes one file: upload it there")
            }
            throw tenant.lacks("domain", name.text, among: tenant.domains.map(\.name.text))
        }
        let isShared = tenant.domains.contains { $0.name.base == name.base && $0.name.isWildcard }
        let places = tenant.domains.indices.filter { index in
            index == place || isShared && tenant.domains[index].name.base == name.base
        }
        for place in places { tenant.domains[place].uploads[kind] = bytes }
        return places.map { tenant.domains[$0].name }
    }
}
