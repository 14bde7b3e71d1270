import CommandLine
import DeepLinks
import FleetStore

/// `postern link list`.
struct LinkList: Command {
    private static let limit = Option("limit", "N", "how many at most, 1 to 1000000; 1000 by default")

    private static let tag = Option("tag", "TAG", "only links with this tag, or with all of several", isRepeated: true)

    static let spec = CommandSpec(
        "link list", "Lists a tenant's links, by domain, route and slug.",
        options: [Option.tenant.required, tag, limit, .database], flags: [.json],
        examples: [
            .init("one tenant's", "postern link list --tenant acme"),
            .init("those of a campaign", "postern link list --tenant acme --tag summer"),
        ])

    private let tenant: TenantName
    private let tags: [String]
    private let limit: Int
    private let isJSON: Bool
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        tenant = try arguments.required(.tenant)
        tags = arguments.texts(Self.tag)
        limit = try arguments.number(Self.limit, in: 1...1_000_000) ?? 1000
        isJSON = arguments.has(.json)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let store = try database.openStore()
        let tenant = try store.tenant(named: tenant).tenant
        let links = try store.links(of: tenant.name, tagged: tags, limit: limit)
        try console.list(
            "links", links.map { Record($0, of: tenant) }, columns: ["url", "to", "expires"], json: isJSON)
        guard tags.isEmpty else {
            if links.count == limit { console.note("there may be more; give --limit") }
            return .done
        }
        let count = try store.linkCount(of: tenant.name)
        if count > links.count { console.note("\(links.count) of \(count) links; give --limit for more") }
        return .done
    }
}
