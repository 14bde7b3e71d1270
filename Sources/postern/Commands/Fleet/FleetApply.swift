import CommandLine
import DeepLinks
import FleetStore

/// `postern fleet apply`: makes the database what a fleet file says, in one transaction.
struct FleetApply: FleetWrite {
    private static let expect = Option(
        "expect", "TOKEN",
        "refuse when anything that the file touches has changed since 'fleet plan' printed this token")

    static let spec = CommandSpec(
        "fleet apply", "Makes the database what a fleet file says, all or nothing.",
        discussion: [
            "The file speaks only for the tenants that it names and for the lists that it gives: what a given list lacks"
                + " is removed, a list not given is left alone."
        ],
        positionals: [.fleetFile], options: [expect, .database], flags: [.prune, .force],
        examples: [
            .init("apply a file", "postern fleet apply fleet.json5"),
            .init("only what was planned", "postern fleet apply fleet.json5 --expect 5f1d0c3e7a9b4d2860aa41c7e3b95d10"),
        ])

    private let file: FleetFileArgument
    private let prunes: Bool
    private let takesBrokenFiles: Bool
    private let expected: String?
    let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        file = try FleetFileArgument(arguments)
        prunes = arguments.has(.prune)
        takesBrokenFiles = arguments.has(.force)
        expected = arguments.text(Self.expect)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let document = try file.document()
        let store = try database.openStore()
        var operation = Self.operation
        operation.takesBrokenFiles = takesBrokenFiles
        let found = try document.placing { [operation] () throws(StoreError) in
            try store.apply(document.file, prunes: prunes, expecting: expected, as: operation)
        }
        console.note("applied")
        console.note(found)
        return .done
    }
}
