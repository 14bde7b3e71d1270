import FleetStore
import CommandLine
import DeepLinks
import FleetStore

/// `postern fleet export`: writes the database as a fleet file.
struct FleetExport: Command {
    private static let withLinks = Flag("links", "with the links, which are left out otherwise")

    static let spec = CommandSpec(
        "fleet export", "Writes the tenants as a fleet file in its canonical form.",
        options: [.database], flags: [withLinks],
        examples: [.init("everything", "postern fleet export > fleet.json5")])

    private let withLinks: Bool
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        withLinks = arguments.has(Self.withLinks)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let fleet = try database.openStore().fleet(withLinks: withLinks)
        try console.write(FleetFile(exporting: fleet, includesLinks: withLinks).canonicalText)
        return .done
    }
}
