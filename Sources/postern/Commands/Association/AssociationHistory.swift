import Association
import Cryptography
import CommandLine
import DeepLinks
import FleetStore

/// `postern association history`: what a domain published when.
struct AssociationHistory: Command {
    static let spec = CommandSpec(
        "association history", "Lists the revisions of a domain's association files, the newest first.",
        positionals: [.host], options: [.database], flags: [.json],
        examples: [.init("one domain", "postern association history go.acme.example")])

    private let name: DomainName
    private let isJSON: Bool
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        name = try arguments.required(.host)
        isJSON = arguments.has(.json)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let store = try database.openStore()
        var revisions = try store.history(of: name)
        // A released name has revisions and no owner, a new one an owner before it has revisions.
        if revisions.isEmpty {
            let domain = try PublishedDomain(at: name, in: store).domain.name
            if domain != name {
                console.note("these are the revisions of \(domain)")
                revisions = try store.history(of: domain)
            }
        }
        try console.list(
            "revisions", revisions.map(Record.init), columns: ["kind", "number", "source", "sha256", "published"],
            json: isJSON)
        return .done
    }
}

extension Record {
    /// A revision; without a source and a digest where the file was withdrawn, without a source where it is not known.
    fileprivate init(_ revision: Revision) {
        add("kind", revision.kind.rawValue)
        add("number", .number(revision.number))
        let source = revision.isUploaded.map { $0 ? "uploaded" : "compiled" }
        add("source", revision.digest == nil ? nil : source)
        add("sha256", revision.digest?.hex)
        add("published", revision.published)
    }
}
