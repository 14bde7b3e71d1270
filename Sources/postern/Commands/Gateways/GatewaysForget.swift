import CommandLine
import FleetStore

/// `postern gateways forget`: takes gateways off the list that will not come back.
struct GatewaysForget: Command {
    private static let name = Positional("NAME", "the name of a silent gateway, as 'postern gateways' shows it")

    static let spec = CommandSpec(
        "gateways forget", "Takes a gateway off the list that will not come back.",
        discussion: [
            "This is for one that was killed: until it is forgotten, by this or after a day, 'postern gateways' lists it"
                + " as silent and '--wait' waits for it. All silent ones of the name go; one that gives signs of life"
                + " stays, and one that comes back lists itself again."
        ],
        positionals: [name], options: [.database],
        examples: [.init("a machine that is no more", "postern gateways forget web-3:8080")])

    private let name: String
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        name = try arguments.word(Self.name)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let store = try database.openStore()
        let count = try store.forgetGateways(named: name)
        guard count == 0 else {
            console.note("forgotten: \(count)")
            return .done
        }
        let gateways = try store.gateways()
        guard !gateways.contains(where: { $0.name == name }) else {
            throw CommandFailure(.refused, "\(name) gives signs of life: stop it, and it takes itself off the list")
        }
        let meant = nearest(to: name, among: gateways.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
        throw CommandFailure(.noInput, "no gateway is named \(name)\(meant)")
    }
}
