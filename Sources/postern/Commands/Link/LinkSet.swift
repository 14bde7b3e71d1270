import CommandLine
import DeepLinks
import FleetStore

/// `postern link set`: changes settings of a link.
struct LinkSet: FleetWrite {
    static let spec = CommandSpec(
        "link set", "Changes settings of a link.",
        positionals: [.link, Assignments.positional(Setting.ofLink)], options: [.database],
        examples: [
            .init("another page", "postern link set https://go.acme.example/c/summer to=/products/43"),
            .init("not for now", "postern link set https://go.acme.example/c/summer paused=true"),
        ])

    private let address: LinkAddress
    private let assignments: Assignments<Link>
    let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        address = try LinkAddress(arguments)
        assignments = try Assignments(arguments, among: Setting.ofLink)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let store = try database.openStore()
        var refusal: CommandFailure?
        try store.editLinks(of: address.owner(in: store), as: Self.operation) { tenant throws(StoreError) in
            // Read under the tenant's lock, so that nobody's change to another setting is lost.
            guard var link = try address.stored(of: tenant, in: store) else {
                throw .notFound(kind: "link", name: address.text)
            }
            do {
                try assignments.apply(to: &link)
            } catch {
                refusal = CommandFailure(error)
                return LinkChange()
            }
            return LinkChange(written: [link])
        }
        if let refusal { throw refusal }
        console.note("link \(address.text) changed")
        return .done
    }
}
