import CommandLine
import Cryptography
import DeepLinks
import FleetStore

/// `postern fleet apply`: makes the database what a fleet file says, in one transaction.
struct FleetApply: Command {
    private static let expect = Option(
        "expect", "TOKEN",
        "refuse when anything that the file touches has changed since 'fleet plan' printed this token")

    static let spec = CommandSpec(
        "fleet apply", "Makes the database what a fleet file says, all or nothing.",
        discussion: [
            "The file speaks only for the tenants that it names and for the lists that it gives: what a given list lacks"
                + " is removed, a list not given is left alone."
        ],
        positionals: [.fleetFile], options: [expect, .database], flags: [.prune],
        examples: [
            .init("apply a file", "postern fleet apply fleet.json5"),
            .init("only what was planned", "postern fleet apply fleet.json5 --expect 5f1d0c3e7a9b4d2860aa41c7e3b95d10"),
        ])

    private let plan: FleetPlan
    private let expected: String?
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        plan = try FleetPlan(reading: try arguments.word(.fleetFile), prunes: arguments.has(.prune))
        expected = arguments.text(Self.expect)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let store = try database.openStore()
        let existing = plan.prunes ? try store.tenants(console).map(\.tenant.name) : []
        let outcome = try store.edit(plan.names(among: existing), as: Self.operation) { draft throws(StoreError) in
            try apply(to: &draft)
        }
        let changes = try outcome.get()
        let givesLinks = plan.document.file.tenants.contains { $0.links != nil }
        console.note("changes applied: \(changes.count)\(givesLinks ? ", and the links of the file" : "")")
        return .done
    }

    /// Changes the draft; one that the file's rules refuse is left as it was, and nothing is written.
    private func apply(to draft: inout FleetDraft) throws(StoreError) -> Result<[FleetChange], CommandFailure> {
        let before = draft.tenants
        if let expected {
            let token: String
            do throws(CryptographyError) {
                token = try plan.token(for: draft.snapshots.mapValues(\.version))
            } catch {
                return .failure(CommandFailure(error))
            }
            guard token == expected else { throw .changedSincePlan }
        }
        do throws(FleetFileError) {
            draft.tenants = try plan.outcome(for: before)
        } catch {
            return .failure(CommandFailure(error))
        }
        return .success(plan.changes(from: before, to: draft.tenants))
    }
}
