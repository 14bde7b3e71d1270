import Foundation
import Platform

/// A PostgreSQL server of the tests' own: a directory under `/tmp`, a Unix socket, no TCP.
///
/// A shell script owns the cluster: it makes it, waits for the end of a pipe whose other end this process holds, stops
/// the server and removes the directory. So the cluster goes when the owner goes, by `kill -9` too.
package final class PostgresCluster: Sendable {
    /// The directory of the Unix socket; mode 700.
    package let directory: String

    /// The role that owns the cluster; it needs no password.
    package static let superuser = "postern"

    private let programs: PostgresPrograms
    let unprivileged: [String]
    private let supervisor: LockedValue<Supervisor?>

    /// The script's process, and the pipe whose end tells it to clean up.
    private struct Supervisor {
        var process: pid_t
        var lifeline: Pipe
    }

    /// Makes a cluster and starts its server.
    ///
    /// - Parameters:
    ///   - settings: Server settings added to those of the fixture, such as `max_connections=10`.
    ///   - onDirectory: Is told the directory while the script makes the cluster in it.
    /// - Throws: ``PostgresFixtureError`` with the programs' output.
    package convenience init(settings: [String] = [], onDirectory: (String) -> Void = { _ in }) throws {
        let options = "-A trust -E UTF8 --locale=C --no-sync --no-instructions"
        try self.init(
            making: "\"$programs/initdb\" -D data -U \(Self.superuser) \(options)", settings, onDirectory: onDirectory)
    }

    /// Makes a streaming standby of a cluster that has ``streaming`` among its settings, and starts it.
    ///
    /// - Parameters:
    ///   - primary: The server that it follows, which is running.
    ///   - settings: Server settings added to those of the primary.
    /// - Throws: ``PostgresFixtureError`` with the programs' output.
    package convenience init(standbyOf primary: PostgresCluster, settings: [String] = []) throws {
        let source = "-h \(primary.directory) -U \(Self.superuser)"
        try self.init(
            making: "\"$programs/pg_basebackup\" \(source) -D data -R -X stream -c fast --no-sync",
            Self.streaming + settings)
    }

    /// The settings with which a cluster can have standbys.
    package static let streaming = ["wal_level=replica", "max_wal_senders=4"]

    private init(making: String, _ settings: [String], onDirectory: (String) -> Void = { _ in }) throws {
        programs = try PostgresPrograms.find()
        unprivileged = try Self.unprivilegedPrefix()
        directory = try Self.makeDirectory(owner: unprivileged.isEmpty ? nil : Self.unprivilegedUser())
        let options = (Self.settings(directory: directory) + settings).map { "-c \($0)" }.joined(separator: " ")
        let lifeline = try Pipe()
        let answer = try Pipe()
        let command =
            unprivileged + [
                "/bin/sh", "-c", Self.script(making: making), "postern-fixture", directory, programs.directory, options,
            ]
        let process = try Program.spawn(
            command[0], Array(command.dropFirst()), input: lifeline.readEnd, output: answer.writeEnd)
        answer.closeWriteEnd()
        onDirectory(directory)
        supervisor = LockedValue(nil)
        let text = answer.readToEnd(orLine: "ready")
        guard text.hasSuffix("ready\n") else {
            lifeline.closeWriteEnd()
            Program.wait(for: process)
            throw PostgresFixtureError("the test cluster does not start:\n\(text)")
        }
        let started = Supervisor(process: process, lifeline: lifeline)
        supervisor.withLock { $0 = started }
    }

    deinit {
        destroy()
    }

    /// Stops the server and removes everything; what follows on this cluster fails.
    package func destroy() {
        supervisor.withLock { supervisor in
            supervisor?.lifeline.closeWriteEnd()
            if let process = supervisor?.process { Program.wait(for: process) }
            supervisor = nil
        }
    }

    /// The connection string of a database in keyword form.
    package func connectionString(database: String) -> String {
        "host=\(directory) port=5432 user=\(Self.superuser) dbname=\(database)"
    }

    /// The connection string of a database as a URL.
    package func connectionURL(database: String, role: String = superuser) -> String {
        let host = directory.replacingOccurrences(of: "/", with: "%2F")
        return "postgresql://\(role)@\(host)/\(database)"
    }

    /// Runs SQL by psql and gives its unaligned output without headings: one line a row, `|` between columns.
    ///
    /// - Throws: ``PostgresFixtureError`` with psql's messages when any statement fails.
    @discardableResult
    package func psql(_ sql: String, database: String = "postgres") throws -> String {
        let outcome = try Program.run(
            programs.path("psql"),
            ["-X", "-q", "-At", "-v", "ON_ERROR_STOP=1", "-d", connectionString(database: database), "-c", sql])
        guard outcome.status == 0 else { throw PostgresFixtureError("psql: \(outcome.output)") }
        return String(outcome.output.drop { $0.isNewline }.reversed().drop { $0.isNewline }.reversed())
    }

    /// Stops the server as a crash does: every connection breaks at once.
    package func stopImmediately() throws {
        try control(["-m", "immediate", "-w", "-s", "stop"])
    }

    /// Stops the server after it has ended every session.
    package func stop() throws {
        try control(["-m", "fast", "-w", "-s", "stop"])
    }

    /// Starts a stopped server and waits until it accepts connections.
    package func start() throws {
        try control(["-w", "-s", "-l", "\(directory)/server.log", "start"])
    }

    /// Ends the recovery of a standby: from then on it takes writes.
    package func promote() throws {
        try control(["-w", "-s", "promote"])
    }

    /// Freezes the server and all its sessions by SIGSTOP: the socket accepts, nobody answers.
    package func pause() throws {
        let text = try String(contentsOfFile: "\(directory)/data/postmaster.pid", encoding: .utf8)
        guard let postmaster = text.split(separator: "\n").first.flatMap({ pid_t($0) }) else {
            throw PostgresFixtureError("the server does not run")
        }
        kill(postmaster, SIGSTOP)
        let processes = [postmaster] + Self.children(of: postmaster)
        let list = processes.map(String.init).joined(separator: "\n")
        try list.write(toFile: "\(directory)/paused", atomically: false, encoding: .utf8)
        for process in processes { kill(process, SIGSTOP) }
    }

    /// Lets a frozen server go on.
    package func resume() throws {
        let text = try String(contentsOfFile: "\(directory)/paused", encoding: .utf8)
        for process in text.split(separator: "\n").compactMap({ pid_t($0) }) { kill(process, SIGCONT) }
        try FileManager.default.removeItem(atPath: "\(directory)/paused")
    }

    private func control(_ arguments: [String]) throws {
        let command = unprivileged + [programs.path("pg_ctl"), "-D", "\(directory)/data"] + arguments
        let outcome = try Program.run(command[0], Array(command.dropFirst()))
        guard outcome.status == 0 else {
            throw PostgresFixtureError("pg_ctl \(arguments.joined(separator: " ")): \(outcome.output)")
        }
    }
}

extension PostgresCluster {
    private static func script(making: String) -> String {
        """
        trap '' INT TERM HUP PIPE
        directory=$1 programs=$2 options=$3
        cd "$directory" || exit 1
        if \(making) >setup.log 2>&1 \
            && printf '%s\\n' "$options" | sed 's/^-c //; s/ -c /\\n/g' >>data/postgresql.conf \
            && "$programs/pg_ctl" -D data -w -s -l server.log start >>setup.log 2>&1
        then echo ready
        else cat setup.log server.log 2>/dev/null
        fi
        exec >/dev/null 2>&1
        while read -r line; do :; done
        [ -f paused ] && kill -CONT $(cat paused)
        "$programs/pg_ctl" -D data -m immediate -w -t 60 -s stop
        cd /
        rm -rf "$directory"
        """
    }

    /// What makes a server quick and forgetful: a crash of the machine may lose everything.
    private static func settings(directory: String) -> [String] {
        [
            "listen_addresses=''", "unix_socket_directories='\(directory)'", "unix_socket_permissions=0700",
            "max_connections=200", "shared_buffers=32MB", "fsync=off", "synchronous_commit=off",
            "full_page_writes=off", "autovacuum=off", "wal_level=minimal", "max_wal_senders=0",
            "lc_messages='C'", "timezone='UTC'", "log_statement=none",
        ]
    }

    /// PostgreSQL refuses to run as root; then it runs as its own user, else as `nobody`.
    private static func unprivilegedUser() -> String? {
        ["postgres", "nobody"].first { unsafe getpwnam($0) != nil }
    }

    private static func unprivilegedPrefix() throws -> [String] {
        guard geteuid() == 0 else { return [] }
        guard let user = unprivilegedUser(), let entry = unsafe getpwnam(user) else {
            throw PostgresFixtureError("PostgreSQL does not run as root, and there is no user postgres or nobody")
        }
        let group = unsafe entry.pointee.pw_gid
        return ["/usr/bin/env", "setpriv", "--reuid=\(user)", "--regid=\(group)", "--clear-groups"]
    }

    /// Short, because the path of a Unix socket has at most 107 bytes.
    private static func makeDirectory(owner: String?) throws -> String {
        var template = Array("/tmp/postern-pg-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw PostgresFixtureError("cannot make a directory in /tmp") }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if let owner, let entry = unsafe getpwnam(owner) {
            _ = unsafe chown(path, entry.pointee.pw_uid, entry.pointee.pw_gid)
        }
        return path
    }

    private static func children(of parent: pid_t) -> [pid_t] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter { process in
            guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
                let end = text.lastIndex(of: ")")
            else { return false }
            let fields = text[text.index(after: end)...].split(separator: " ")
            return fields.count > 1 && pid_t(fields[1]) == parent
        }
    }
}
