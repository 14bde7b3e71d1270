import Foundation

/// Where PostgreSQL's programs are on this machine.
package struct PostgresPrograms: Sendable {
    /// The directory that holds `initdb`, `pg_ctl`, `postgres` and `psql`.
    package let directory: String

    /// Looks in `pg_config --bindir`, then in `/usr/lib/postgresql/*/bin` (newest first), then in `PATH`.
    ///
    /// - Throws: ``PostgresFixtureError`` when no directory holds the programs; a machine without PostgreSQL fails the
    ///   tests, it does not skip them.
    package static func find() throws -> PostgresPrograms {
        var places: [String] = []
        if let configured = try? Program.run("/usr/bin/env", ["pg_config", "--bindir"]), configured.status == 0 {
            places.append(configured.output.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        places += versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "/usr/lib/postgresql/\($0)/bin" }
        places += (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        for place in places
        where ["initdb", "pg_ctl", "postgres", "psql"].allSatisfy({
            FileManager.default.isExecutableFile(atPath: "\(place)/\($0)")
        }) {
            return PostgresPrograms(directory: place)
        }
        throw PostgresFixtureError(
            """
            PostgreSQL's programs (initdb, pg_ctl, postgres, psql) are in none of: \(places.joined(separator: ", ")). \
            Install them, on Debian or Ubuntu with: apt-get install postgresql
            """
        )
    }

    func path(_ name: String) -> String {
        "\(directory)/\(name)"
    }
}

/// The fixture could not do its work; the text says why.
package struct PostgresFixtureError: Error, CustomStringConvertible {
    /// What failed, with the output of the program that failed.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
