import CommandLine
import FleetStore
import Postgres

/// `postern migrate`: brings a database to the schema of this binary.
struct Migrate: Command {
    private static let isDryRun = Flag("dry-run", "only list what would be applied")

    static let spec = CommandSpec(
        "migrate", "Brings the database to the schema of this program.",
        discussion: [
            "Migrations run one process at a time; one that is interrupted goes on where it stopped. Gateways go on"
                + " serving meanwhile."
        ],
        options: [.database, .databaseDirect], flags: [isDryRun],
        answers: [(2, "with --dry-run: migrations are pending")],
        examples: [
            .init("what would happen", "postern migrate --dry-run"),
            .init("do it", "postern migrate --database-direct postgresql://db.internal/fleet"),
        ])

    private let isDryRun: Bool
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        isDryRun = arguments.has(Self.isDryRun)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let connection = try Connection.connect(to: ConnectionString(database.directURL))
        var migrator = Migrator()
        if isDryRun {
            let pending = try migrator.pending(on: connection)
            try console.write(pending.map { $0 + "\n" }.joined())
            return pending.isEmpty ? .done : .answer(2)
        }
        migrator.onProgress = { progress in
            switch progress {
            case .waitsForAnotherProcess: console.note("another process migrates; waiting for it")
            case .applies(let name): console.note("applying \(name)")
            case .waitsForLock(let name, let attempt): console.note("\(name) got no lock, attempt \(attempt)")
            case .applied: break
            }
        }
        let applied = try migrator.migrate(connection)
        if !applied.isEmpty {
            let store = try FleetStore(connection)
            // What a migration made nobody but the owner may use yet.
            if try store.hasGrants() { try store.grant() }
        }
        console.note(applied.isEmpty ? "nothing to do" : "migrations applied: \(applied.count)")
        return .done
    }
}
