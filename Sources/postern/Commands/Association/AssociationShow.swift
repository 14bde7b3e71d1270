import FleetStore
import Association
import CommandLine
import DeepLinks

extension Option {
    /// One of the two kinds of association files.
    static let associationKind = Option("kind", "KIND", "aasa (by default) or assetlinks")
}

extension ParsedArguments {
    /// The kind of association file that is asked for.
    func associationKind() throws -> AssociationKind? {
        try choice(.associationKind, AssociationKind.allCases, \.rawValue)
    }
}

/// `postern association show`: the bytes of a domain's association file, as they are served.
struct AssociationShow: Command {
    static let spec = CommandSpec(
        "association show", "Writes a domain's association file, byte for byte as it is served.",
        positionals: [.host], options: [.associationKind, .database], flags: [.json],
        examples: [.init("what an iPhone fetches", "postern association show go.acme.example")])

    private let name: DomainName
    private let kind: AssociationKind
    private let isJSON: Bool
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        name = try arguments.required(.host)
        kind = try arguments.associationKind() ?? .aasa
        isJSON = arguments.has(.json)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let store = try database.openStore()
        guard let owner = try store.publisher(at: name) else {
            throw CommandFailure(.noInput, "no tenant has \(name) live; 'postern domain list' shows who has what")
        }
        let snapshot = try store.tenant(named: owner)
        let domain = PublishedDomain(at: name, among: [snapshot.tenant])?.domain.name ?? name
        guard let document = snapshot.document(kind, of: domain) else {
            throw CommandFailure.nothingPublished(kind, at: domain, of: owner)
        }
        guard isJSON else {
            try console.write(document.bytes)
            return .done
        }
        var record = Record(kind, of: domain, in: snapshot)
        record.add("text", String(decoding: document.bytes, as: UTF8.self))
        try console.show("document", record, json: true)
        return .done
    }
}
