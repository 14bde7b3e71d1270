import CommandLine
import DeepLinks

/// `postern link show`.
struct LinkShow: Command {
    static let spec = CommandSpec(
        "link show", "Shows a link.",
        positionals: [.link], options: [.database], flags: [.json],
        examples: [.init("one", "postern link show https://go.acme.example/c/summer")])

    private let address: LinkAddress
    private let isJSON: Bool
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        address = try LinkAddress(arguments)
        isJSON = arguments.has(.json)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let (link, tenant) = try address.link(in: try database.openStore())
        try console.show("link", Record(link, of: tenant), json: isJSON)
        return .done
    }
}
