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
                + " A wildcard and its parent publish one file, so both get it."
        ],
        positionals: [.host, file], options: [kind, tenant, .database], flags: [.force, none],
        forms: [
            "HOST FILE --kind\u{A0}KIND [--force] [--tenant\u{A0}NAME] [--database\u{A0}URL]",
            "HOST --none --kind\u{A0}KIND [--tenant\u{A0}NAME] [--database\u{A0}URL]",
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
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let bytes = try file?.bytes()
        let store = try database.openStore()
        let owner = try tenant ?? store.owner(ofLive: name, hint: "; a pending name needs --tenant NAME")
        var operation = Self.operation
        operation.takesBrokenFiles = takesBrokenFiles
        let outcome = try store.edit(tenant: owner, as: operation) { tenant throws(StoreError) in
            var changed = tenant
            let outcome = Result<[DomainName], any Error> { try put(bytes, into: &changed) }
            if case .success = outcome { tenant = changed }
            return outcome.mapError(CommandFailure.init)
        }
        for domain in try outcome.get() {
            console.note("\(domain) publishes \(bytes == nil ? "what its routes compile to" : "the uploaded file")")
        }
        if let bytes {
            let findings = AssociationLint.findings(bytes, kind: kind).filter { $0.severity != .note }
            if !findings.isEmpty {
                let count = findings.count == 1 ? "1 finding" : "\(findings.count) findings"
                console.note("taken with \(count); 'postern association lint' shows what to write instead")
            }
        }
        return .done
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
