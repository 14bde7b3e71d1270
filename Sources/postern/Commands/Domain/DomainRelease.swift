import CommandLine
import DeepLinks
import FleetStore

/// `postern domain release`: ends the hold-down of a name.
struct DomainRelease: FleetWrite {
    static let spec = CommandSpec(
        "domain release", "Lets a name go that is held for the tenant which gave it up.",
        discussion: [
            "A live name that is removed is held for 30 days: whoever got it the next day would get the links that people"
                + " still follow. This is for the operator who knows better, when a name moves from one tenant to another:"
                + " remove it, release it, and add it to the other."
        ],
        positionals: [.host], options: [.database],
        examples: [.init("a name that moves", "postern domain release go.acme.example")])

    private let name: DomainName
    let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        name = try arguments.required(.host)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        try database.openStore().endHold(of: name, as: Self.operation)
        console.note("domain \(name.text) is held no more")
        return .done
    }
}
