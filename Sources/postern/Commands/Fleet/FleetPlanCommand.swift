import CommandLine
import DeepLinks
import FleetStore
import JSONText

extension Flag {
    /// Tenants that the file does not name go.
    static let prune = Flag("prune", "also remove the tenants that the file does not name")
}

extension Flag {
    /// Uploaded association files are taken with errors.
    static let force = Flag("force", "take uploaded association files that have errors; the audit log says so")
}

/// `postern fleet plan`: says what applying a fleet file would change.
struct FleetPlanCommand: Command {
    static let spec = CommandSpec(
        "fleet plan", "Says what applying a fleet file would change, and changes nothing.",
        discussion: [
            "The last line is a token: 'fleet apply --expect TOKEN' refuses when anything that the file touches has"
                + " changed since."
        ],
        positionals: [.fleetFile], options: [.database], flags: [.prune, .force, .json],
        answers: [(2, "there is a difference")],
        examples: [.init("before a change", "postern fleet plan fleet.json5")])

    private let file: FleetFileArgument
    private let prunes: Bool
    private let takesBrokenFiles: Bool
    private let isJSON: Bool
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        file = try FleetFileArgument(arguments)
        prunes = arguments.has(.prune)
        takesBrokenFiles = arguments.has(.force)
        isJSON = arguments.has(.json)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let document = try file.document()
        let store = try database.openStore()
        let plan = try document.placing { () throws(StoreError) in
            try store.plan(document.file, prunes: prunes, takesBrokenFiles: takesBrokenFiles)
        }
        let records = plan.changes.flatMap(\.records)
        if isJSON {
            try console.writeJSON { writer in
                writer.name("changes")
                writer.array { writer in
                    for record in records { writer.write(record) }
                }
                writer.member("token", plan.token)
            }
        } else {
            try console.list("changes", records, columns: ["change", "tenant", "kind", "name"], json: false)
            try console.write("token \(plan.token)\n")
        }
        console.note(plan.findings)
        return plan.changes.isEmpty ? .done : .answer(2)
    }
}
