/// How a connection behaves beyond what its connection string says.
package struct ConnectionOptions: Sendable {
    /// Shown in `pg_stat_activity`, unless the connection string gives its own.
    ///
    /// Default `postern`.
    package var applicationName = "postern"

    /// The time for a connection to stand, over all hosts together.
    ///
    /// Default 10 s.
    package var connectTimeout: Duration = .seconds(10)

    /// The time for a call that names none.
    ///
    /// Default 30 s.
    package var callTimeout: Duration = .seconds(30)

    /// The server's own limit per statement, `nil` to leave it alone.
    ///
    /// It is sent as a start-up option, which a pooler may refuse. Default `nil`.
    package var statementTimeout: Duration?

    /// Whether statements stay prepared on the server.
    ///
    /// Never behind a pooler, where names do not persist (case 121). Default true.
    package var keepsStatements = true

    /// Takes the server's notices and warnings, on the thread that uses the connection.
    ///
    /// Default: they are dropped.
    package var onNotice: (@Sendable (Notice) -> Void)?

    /// Makes the defaults.
    package init() {}

    func applied(to string: ConnectionString) -> ConnectionString {
        var string = string
        string.setDefault("application_name", applicationName)
        string.set("client_encoding", "UTF8")
        // A balancer may drop an idle connection without a word after minutes (case 128).
        string.setDefault("keepalives_idle", "60")
        string.setDefault("keepalives_interval", "10")
        string.setDefault("keepalives_count", "3")
        string.setDefault("tcp_user_timeout", "30000")
        if let statementTimeout {
            let (seconds, attoseconds) = statementTimeout.components
            let milliseconds = max(1, seconds * 1000 + attoseconds / 1_000_000_000_000_000)
            let given = string.value("options").map { "\($0) " } ?? ""
            string.set("options", "\(given)-c statement_timeout=\(milliseconds)")
        }
        return string
    }
}
