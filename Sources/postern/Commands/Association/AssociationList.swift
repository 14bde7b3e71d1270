import Association
import CommandLine
import DeepLinks
import FleetStore

/// `postern association list`: which domain publishes what, and whether it is what the routes say.
struct AssociationList: Command {
    private static let isStale = Flag(
        "stale", "only what 'association publish' may change: edited by hand since, or made by another compiler")

    static let spec = CommandSpec(
        "association list", "Lists the association files that the domains publish.",
        options: [Option.tenant.saying("only this tenant's"), .database], flags: [isStale, .json],
        examples: [.init("what waits for 'association publish'", "postern association list --stale")])

    private let tenant: TenantName?
    private let onlyStale: Bool
    private let isJSON: Bool
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        tenant = try arguments.checked(.tenant)
        onlyStale = arguments.has(Self.isStale)
        isJSON = arguments.has(.json)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let snapshots = try database.openStore().publishedTenants(console, named: tenant)
        let records = snapshots.filter { !onlyStale || $0.mayPublish }.flatMap { snapshot in
            snapshot.tenant.domains.filter { $0.state == .live }.flatMap { domain in
                AssociationKind.allCases.compactMap { kind in record(of: kind, of: domain.name, in: snapshot) }
            }
        }
        try console.list(
            "documents", records, columns: ["host", "kind", "number", "sha256", "published", "source", "stale"],
            json: isJSON)
        return .done
    }

    /// A file that is published, or that may be: an edit by hand can be a tenant's first app.
    private func record(of kind: AssociationKind, of name: DomainName, in snapshot: TenantSnapshot) -> Record? {
        let document = snapshot.document(kind, of: name)
        guard document != nil || onlyStale else { return nil }
        // No compiler changes an uploaded file.
        if onlyStale, snapshot.isUploaded(kind, of: name), !snapshot.isStale { return nil }
        return Record(kind, of: name, in: snapshot)
    }
}

extension TenantSnapshot {
    /// Whether publishing the tenant anew may change a file.
    fileprivate var mayPublish: Bool { isStale || publishedCompiler != DocumentCompiler.standard.version }
}
