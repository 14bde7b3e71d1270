import CommandLine
import DeepLinks
import FleetStore
import Platform
import Postgres
import Prober

/// `postern drift silence`: no alerts for a domain until a time.
struct DriftSilence: Command {
    private static let until = Option("until", "TIME", "until when, like 2027-06-01T00:00:00Z; a past time ends it")

    static let spec = CommandSpec(
        "drift silence", "Raises no alert for a domain until a time.",
        discussion: ["What outlasts the silence is raised when it ends. What was raised before is still cleared."],
        positionals: [.host], options: [until.required, .database],
        examples: [
            .init("during a move", "postern drift silence go.acme.example --until 2027-06-01T00:00:00Z")
        ])

    private let host: DomainName
    private let time: UnixTime
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        host = try arguments.required(.host)
        time = try readTime(Self.until.spelling, try arguments.word(Self.until))
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        guard try database.openProbeStore().silence(host.text, until: time) else {
            throw CommandFailure(.noInput, "no tenant has \(host) live")
        }
        console.note("\(host) " + (time > .now() ? "raises no alert until \(time)" : "raises alerts again"))
        return .done
    }
}

extension DatabaseAddress {
    /// Connects to the prober's tables.
    func openProbeStore() throws -> ProbeStore {
        let connection = try Connection.connect(to: ConnectionString(url))
        try SchemaCheck.reading(connection)
        return ProbeStore(connection)
    }
}
