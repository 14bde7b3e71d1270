import CommandLine
import Platform
import Postgres

/// Where the database is: from the options, else from the environment.
struct DatabaseAddress: Equatable, Sendable {
    /// The connection URL or string for reads and writes.
    let url: String

    /// The connection URL or string without a pooler between.
    let directURL: String

    /// Reads `--database` and, where the command has it, `--database-direct`.
    ///
    /// - Throws: ``UsageError`` when an option shows a password to everybody who may list processes;
    ///   ``CommandFailure`` when no database is named.
    init(_ arguments: ParsedArguments) throws {
        let hasDirect = arguments.spec.options.contains { $0.name == Option.databaseDirect.name }
        let given = arguments.text(.database)
        let direct = hasDirect ? arguments.text(.databaseDirect) : nil
        for (option, text) in [(Option.database, given), (.databaseDirect, direct)] {
            guard let text, (try? ConnectionString(text))?.holdsPassword == true else { continue }
            throw arguments.combination(
                "\(option.spelling) must not hold a password, which every process list shows:"
                    + " use POSTERN_DATABASE_URL or PGPASSFILE")
        }
        guard let url = given ?? ProcessEnvironment.value("POSTERN_DATABASE_URL"), !url.isEmpty else {
            throw CommandFailure(
                .configuration, "no database is named: set POSTERN_DATABASE_URL or give --database URL")
        }
        self.url = url
        // The variable goes with the other one: a database that is given is not migrated at another's address.
        directURL = direct ?? given ?? ProcessEnvironment.value("POSTERN_DATABASE_DIRECT_URL") ?? url
    }
}
