import CommandLine
import DeepLinks
import FleetStore
import JSONText

extension Flag {
    /// Tenants that the file does not name go.
    static let prune = Flag("prune", "also remove the tenants that the file does not name")
}

/// `postern fleet plan`: says what applying a fleet file would change.
struct FleetPlanCommand: Command {
    static let spec = CommandSpec(
        "fleet plan", "Says what applying a fleet file would change, and changes nothing.",
        discussion: [
            "The last line is a token: 'fleet apply --expect TOKEN' refuses when anything that the file touches has"
                + " changed since. Links are not compared: where the file gives them they are all that the tenant then has."
        ],
        positionals: [.fleetFile], options: [.database], flags: [.prune, .json],
        answers: [(2, "there is a difference")],
        examples: [.init("before a change", "postern fleet plan fleet.json5")])

    private let plan: FleetPlan
    private let isJSON: Bool
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        plan = try FleetPlan(reading: try arguments.word(.fleetFile), prunes: arguments.has(.prune))
        isJSON = arguments.has(.json)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let all = try database.openStore().tenants(console)
        let names = Set(plan.names(among: all.map(\.tenant.name)))
        let touched = all.filter { names.contains($0.tenant.name) }
        let before = Dictionary(uniqueKeysWithValues: touched.map { ($0.tenant.name, $0.tenant) })
        let versions = Dictionary(uniqueKeysWithValues: touched.map { ($0.tenant.name, $0.version) })
        let changes = plan.changes(from: before, to: try plan.outcome(for: before))
        let token = try plan.token(for: versions)
        if isJSON {
            try console.writeJSON { writer in
                writer.name("changes")
                writer.array { writer in
                    for change in changes { writer.write(Record(change)) }
                }
                writer.member("token", token)
            }
        } else {
            try console.list(
                "changes", changes.map(Record.init), columns: ["change", "tenant", "kind", "name"], json: false)
            try console.write("token \(token)\n")
        }
        return changes.isEmpty ? .done : .answer(2)
    }
}
