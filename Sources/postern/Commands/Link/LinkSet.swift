import CommandLine
import DeepLinks
import FleetStore

/// `postern link set`: changes settings of a link.
struct LinkSet: Command {
    static let spec = CommandSpec(
        "link set", "Changes settings of a link.",
        positionals: [.link, Assignments.positional(Setting.ofLink)], options: [.database],
        examples: [.init("another page", "postern link set https://go.acme.example/c/summer to=/products/43")])

    private let address: LinkAddress
    private let assignments: Assignments<Link>
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        address = try LinkAddress(arguments)
        assignments = try Assignments(arguments, among: Setting.ofLink)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let store = try database.openStore()
        let (before, tenant) = try address.link(in: store)
        var link = before
        try assignments.apply(to: &link)
        try store.editLinks(of: tenant.name, as: Self.operation) { [link] _ throws(StoreError) in
            LinkChange(written: [link])
        }
        console.note("link \(address.text) changed")
        return .done
    }
}
