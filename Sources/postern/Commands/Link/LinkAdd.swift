import CommandLine
import DeepLinks
import FleetStore
import Platform

/// `postern link add`: makes a link.
struct LinkAdd: FleetWrite {
    private static let destination = Option(
        "to", "DESTINATION", "where a browser goes: an http or https URL, or a path of the same domain",
        isRequired: true)
    private static let expires = Option(
        "expires", "TIME", "the first instant at which the link is gone; never by default")

    static let spec = CommandSpec(
        "link add", "Makes a link: a short path with a destination of its own.",
        discussion: ["The URL has to be one that a route of kind links decides."],
        positionals: [.link], options: [destination, expires, .database],
        examples: [
            .init("to a product", "postern link add https://go.acme.example/c/summer --to /products/42"),
            .init(
                "for some time",
                "postern link add https://go.acme.example/c/sale --to https://www.acme.example/sale"
                    + " --expires 2027-09-01T00:00:00Z"),
        ])

    private let address: LinkAddress
    private let destination: LinkDestination
    private let expires: UnixTime?
    let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        address = try LinkAddress(arguments)
        destination = try arguments.required(Self.destination)
        expires = try arguments.text(Self.expires).map { try readTime(Self.expires.spelling, $0) }
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let store = try database.openStore()
        try store.editLinks(of: address.owner(in: store), as: Self.operation) { tenant throws(StoreError) in
            let life = LinkLife(expires: expires)
            return LinkChange(added: [Link(key: try address.key(in: tenant), destination: destination, life: life)])
        }
        console.note("link \(address.text) added")
        return .done
    }
}
