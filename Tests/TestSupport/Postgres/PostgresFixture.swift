import Glibc
import Platform

/// The one cluster that the tests of a process share, with a database for each test.
///
/// Safe from any thread. Tests that stop the server make a ``PostgresCluster`` of their own.
package final class PostgresFixture: Sendable {
    /// The server.
    package let cluster: PostgresCluster

    private let databases = LockedValue(0)
    private let templates = LockedValue<[String: Result<Void, any Error>]>([:])

    private static let once = Result { try PostgresFixture() }

    private init() throws {
        cluster = try PostgresCluster()
        atexit {
            if case .success(let fixture) = PostgresFixture.once { fixture.cluster.destroy() }
        }
    }

    /// The fixture of this process; the first call starts the cluster, which takes about two seconds.
    ///
    /// - Throws: ``PostgresFixtureError``, for every caller, when the cluster does not start.
    package static func shared() throws -> PostgresFixture {
        try once.get()
    }

    /// Makes an empty database, or a copy of a template.
    ///
    /// - Parameter template: A name that ``template(named:prepare:)`` has made.
    /// - Returns: A database that no other test uses.
    /// - Throws: ``PostgresFixtureError`` when the server does not make it.
    package func makeDatabase(template: String? = nil) throws -> TestDatabase {
        let number = databases.withLock { count in
            count += 1
            return count
        }
        return try createDatabase("test_\(number)", template: template)
    }

    /// Makes a template once per process; later calls only wait until it is there.
    ///
    /// - Parameters:
    ///   - name: Lower case letters and `_`.
    ///   - prepare: Fills the database, and closes its connections before it returns.
    /// - Returns: The name, for ``makeDatabase(template:)``.
    /// - Throws: What `prepare` throws, for every caller.
    package func template(named name: String, prepare: (TestDatabase) throws -> Void) throws -> String {
        try templates.withLock { templates in
            if let made = templates[name] { return made }
            let made = Result { try prepare(try createDatabase("template_\(name)", template: nil)) }
            templates[name] = made
            return made
        }.get()
        return "template_\(name)"
    }

    private func createDatabase(_ name: String, template: String?) throws -> TestDatabase {
        try cluster.psql("CREATE DATABASE \(name) TEMPLATE \(template ?? "template0")")
        return TestDatabase(cluster: cluster, name: name)
    }
}

/// A database of one test; it goes with its cluster.
package struct TestDatabase: Sendable {
    /// The server that holds it.
    package let cluster: PostgresCluster

    /// Its name in the cluster.
    package let name: String

    /// Names a database of a cluster.
    package init(cluster: PostgresCluster, name: String) {
        self.cluster = cluster
        self.name = name
    }

    /// Its connection string in keyword form.
    package var connectionString: String { cluster.connectionString(database: name) }

    /// Its connection string as a URL.
    package var connectionURL: String { cluster.connectionURL(database: name) }

    /// How libpq reaches it as another role.
    package func connectionURL(as role: String) -> String { cluster.connectionURL(database: name, role: role) }

    /// Runs SQL by psql, independent of the code under test; see ``PostgresCluster/psql(_:database:)``.
    @discardableResult
    package func psql(_ sql: String) throws -> String {
        try cluster.psql(sql, database: name)
    }
}
