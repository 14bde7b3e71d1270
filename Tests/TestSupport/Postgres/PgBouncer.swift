import Foundation
import Glibc
import Platform

/// pgbouncer in transaction mode before a cluster: each transaction gets one of two sessions of the server.
///
/// It goes when the owner goes, by `kill -9` too, as the clusters do.
package final class PgBouncer: Sendable {
    /// The directory of its Unix socket, within that of the cluster.
    package let directory: String

    private let process: pid_t
    private let lifeline: LockedValue<Pipe>

    /// Starts a pooler and waits until its socket is there.
    ///
    /// - Parameter cluster: The server, which outlives it.
    /// - Throws: ``PostgresFixtureError`` when pgbouncer is missing or does not start.
    package init(before cluster: PostgresCluster) throws {
        guard
            let program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].first(
                where: FileManager.default.isExecutableFile)
        else { throw PostgresFixtureError("pgbouncer is missing; on Debian or Ubuntu: apt-get install pgbouncer") }
        directory = "\(cluster.directory)/pooler-\(Int.random(in: 0...999_999))"
        let configuration = """
            [databases]
            * = host=\(cluster.directory) port=5432 user=\(PostgresCluster.superuser)
            [pgbouncer]
            listen_addr =
            unix_socket_dir = \(directory)
            listen_port = 5432
            pool_mode = transaction
            auth_type = any
            default_pool_size = 2
            max_client_conn = 200
            """
        let pipe = try Pipe()
        let answer = try Pipe()
        let command =
            cluster.unprivileged + ["/bin/sh", "-c", Self.script, "postern-pooler", directory, program, configuration]
        process = try Program.spawn(
            command[0], Array(command.dropFirst()), input: pipe.readEnd, output: answer.writeEnd)
        answer.closeWriteEnd()
        lifeline = LockedValue(pipe)
        let text = answer.readToEnd(orLine: "ready")
        guard text.hasSuffix("ready\n") else { throw PostgresFixtureError("pgbouncer does not start: \(text)") }
    }

    deinit {
        lifeline.withLock { $0.closeWriteEnd() }
        Program.wait(for: process)
    }

    /// The connection string of a database, through the pooler, in keyword form.
    package func connectionString(database: String) -> String {
        "host=\(directory) port=5432 user=\(PostgresCluster.superuser) dbname=\(database)"
    }

    /// The connection string of a database, through the pooler, as a URL.
    package func connectionURL(database: String) -> String {
        let host = directory.replacingOccurrences(of: "/", with: "%2F")
        return "postgresql://\(PostgresCluster.superuser)@\(host)/\(database)"
    }

    private static let script = """
        trap '' INT TERM HUP PIPE
        directory=$1 program=$2 configuration=$3
        mkdir "$directory" && cd "$directory" || exit 1
        printf '%s\\n' "$configuration" >pooler.ini
        "$program" pooler.ini >log 2>&1 </dev/null &
        child=$!
        while kill -0 $child && ! [ -S .s.PGSQL.5432 ]; do sleep 0.02; done
        if [ -S .s.PGSQL.5432 ]; then echo ready; else cat log; fi
        exec >/dev/null 2>&1
        while read -r line; do :; done
        kill -9 $child
        """
}
