import CommandLine
import DeepLinks
import FleetStore

/// `postern link remove`: removes a link.
struct LinkRemove: FleetWrite {
    static let spec = CommandSpec(
        "link remove", "Removes a link.",
        positionals: [.link], options: [.database],
        examples: [.init("one", "postern link remove https://go.acme.example/c/summer")])

    private let address: LinkAddress
    let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        address = try LinkAddress(arguments)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let store = try database.openStore()
        try store.editLinks(of: address.owner(in: store), as: Self.operation) { tenant throws(StoreError) in
            guard let link = try address.stored(of: tenant, in: store) else {
                throw .notFound(kind: "link", name: address.text)
            }
            return LinkChange(removed: [link.key])
        }
        console.note("link \(address.text) removed")
        return .done
    }
}
