import CommandLine
import FleetStore

/// `postern gateways`: which gateways serve the fleet, and how far each is.
struct Gateways: Command {
    static let spec = CommandSpec(
        "gateways", "Lists the gateways that serve the fleet, and how far each is.",
        discussion: [
            "A gateway is live while it was there within 10 s, then silent, and forgotten after a day. One that ends by"
                + " itself takes itself off the list."
        ],
        options: [.database], flags: [.json],
        examples: [.init("all of them", "postern gateways")])

    private let isJSON: Bool
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        isJSON = arguments.has(.json)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let gateways = try database.openStore().gateways()
        try console.list(
            "gateways", gateways.map(Record.init),
            columns: ["name", "state", "version", "cursor", "lag", "url", "started", "seen"], json: isJSON)
        return .done
    }
}

extension Record {
    /// A gateway.
    fileprivate init(_ gateway: RegisteredGateway) {
        add("name", gateway.name)
        add("state", gateway.state.rawValue)
        add("version", gateway.version)
        add("cursor", .number(Int(gateway.cursor)))
        add("lag", .number(Int(gateway.lag)))
        add("url", gateway.url?.description)
        add("started", gateway.started)
        add("seen", gateway.seen)
        add("registeredBy", gateway.registeredBy)
    }
}
