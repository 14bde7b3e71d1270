import FleetStore
import CommandLine
import DeepLinks

/// `postern association publish`: makes association files what the routes say, after an edit by hand.
struct AssociationPublish: FleetWrite {
    private static let host = Positional("HOST", "a live domain: its tenant is published", .optional)
    private static let isAll = Flag("all", "publish every tenant")

    static let spec = CommandSpec(
        "association publish", "Compiles and publishes association files anew.",
        discussion: [
            "Commands of this program publish what they change. This is for edits made by SQL, which leave the tenant"
                + " stale, and for a newer compiler. A domain whose file does not change gets no new revision."
        ],
        positionals: [host], options: [.tenant, .database], flags: [isAll, .json],
        forms: ["(HOST | --tenant\u{A0}NAME | --all) [--database\u{A0}URL] [--json]"],
        examples: [.init("after an edit by hand", "postern association publish --tenant acme")])

    private enum Choice {
        case domain(DomainName)
        case tenant(TenantName)
        case all
    }

    private let choice: Choice
    private let isJSON: Bool
    let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        let host = try arguments.text(Self.host).map { try parse(Self.host.name, $0) as DomainName }
        switch (host, try arguments.checked(.tenant) as TenantName?, arguments.has(Self.isAll)) {
        case (let name?, nil, false): choice = .domain(name)
        case (nil, let name?, false): choice = .tenant(name)
        case (nil, nil, true): choice = .all
        default: throw arguments.combination("give one of HOST, --tenant NAME and --all")
        }
        isJSON = arguments.has(.json)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let store = try database.openStore()
        let names =
            switch choice {
            case .domain(let name): [try store.owner(ofLive: name)]
            case .tenant(let name): [name]
            case .all: try store.tenants(console).map(\.tenant.name)
            }
        // One transaction each: a fleet's tenants are not locked all at once.
        var records: [Record] = []
        for name in names {
            let earlier = try isJSON ? store.tenant(named: name) : nil
            try store.publish([name], as: Self.operation)
            if let earlier { records += try store.tenant(named: name).records(since: earlier) }
        }
        if isJSON { try console.writeJSON { writer in writer.list("documents", records) } }
        console.note("tenants published: \(names.count)")
        return .done
    }
}
