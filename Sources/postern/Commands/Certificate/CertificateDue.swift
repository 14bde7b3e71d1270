import CommandLine
import FleetStore
import JSONText
import Platform

/// `postern certificate due`: which names want a certificate.
struct CertificateDue: Command {
    private static let days = Option("days", "N", "how many days before the end, 1 to 365; 30 by default")

    static let spec = CommandSpec(
        "certificate due", "Lists the names of live domains whose certificate is missing or ends soon, one a line.",
        discussion: [
            "It is made for a script that has an ACME client renew them. A wildcard needs two, for Apple reads its file at"
                + " the parent; names that begin with '*.' can be proved by DNS alone. Domains that have left are not due."
        ],
        options: [days, .database], flags: [.json],
        answers: [(1, "some are due")],
        examples: [.init("the next two weeks", "postern certificate due --days 14")])

    private let days: Int
    private let isJSON: Bool
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        days = try arguments.number(Self.days, in: 1...365) ?? 30
        isJSON = arguments.has(.json)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let due = try database.openStore().certificateCoverage().due(before: .now() + .seconds(days * 86_400))
        if isJSON {
            try console.writeJSON { writer in
                writer.name("due")
                writer.array { writer in
                    for need in due {
                        var record = Record()
                        record.add("name", need.name)
                        record.add("ends", need.ends)
                        writer.write(record)
                    }
                }
            }
        } else {
            try console.write(due.map { $0.name + "\n" }.joined())
        }
        return due.isEmpty ? .done : .answer(1)
    }
}
