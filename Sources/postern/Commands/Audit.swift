import CommandLine
import DeepLinks
import FleetStore
import JSONText

/// `postern audit`: what was changed, when and by whom.
struct Audit: Command {
    private static let tenant = Option.tenant.saying("only changes of this tenant")
    private static let limit = Option("limit", "N", "how many, 1 to 10000; 100 by default")
    private static let before = Option("before", "ID", "only events older than this one")

    static let spec = CommandSpec(
        "audit", "Lists what was changed, when and by whom, the newest first.",
        options: [tenant, limit, before, .database], flags: [.json],
        examples: [
            .init("the last changes of a tenant", "postern audit --tenant acme --limit 20"),
            .init("with what was before and after", "postern audit --tenant acme --json"),
        ])

    private let tenant: TenantName?
    private let limit: Int
    private let before: Int64?
    private let isJSON: Bool
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        tenant = try arguments.checked(Self.tenant)
        limit = try arguments.number(Self.limit, in: 1...10_000) ?? 100
        before = try arguments.number(Self.before, in: 1...Int.max).map(Int64.init)
        isJSON = arguments.has(.json)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let store = try database.openStore()
        let events = try store.audit(tenant: tenant, before: before, limit: limit)
        // The log outlives tenants: a name is unknown only when nothing was ever done with it.
        if let tenant, events.isEmpty, try store.audit(tenant: tenant, limit: 1).isEmpty {
            _ = try store.tenant(named: tenant)
        }
        try console.list(
            "events", events.map(Record.init), columns: ["id", "time", "actor", "action", "tenant"], json: isJSON)
        return .done
    }
}

extension Record {
    /// An event of the audit log.
    fileprivate init(_ event: AuditEvent) {
        add("id", .number(Int(event.id)))
        add("time", event.time)
        add("actor", event.actor)
        add("action", event.action)
        add("tenant", event.tenant)
        add("before", event.before.map(Value.json) ?? Value.none)
        add("after", event.after.map(Value.json) ?? Value.none)
    }
}
