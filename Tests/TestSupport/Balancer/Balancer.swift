import Foundation
import Glibc
package import Platform

/// HAProxy or nginx with a configuration of the project, started as a process of its own.
///
/// It listens on a free port, on a socket that is bound before it starts: connections wait until it serves. It goes when the
/// owner goes, by `kill -9` too: a shell script stops it at the end of a pipe whose other end this process holds.
package final class Balancer: Sendable {
    /// The program.
    package enum Kind: String, Sendable {
        /// HAProxy.
        case haproxy
        /// nginx, the open one.
        case nginx
    }

    /// Where it listens.
    package let address: SocketAddress

    private let process: pid_t
    private let lifeline: LockedValue<Pipe>
    private let directory: String

    /// Starts a balancer.
    ///
    /// - Parameters:
    ///   - kind: The program.
    ///   - configuration: Its configuration, that listens on `0.0.0.0:80`.
    /// - Throws: ``FixtureError`` when the program is missing.
    package init(_ kind: Kind, _ configuration: String) throws {
        guard
            let program = ["/usr/sbin", "/usr/local/sbin", "/usr/bin"].map({ "\($0)/\(kind.rawValue)" }).first(
                where: FileManager.default.isExecutableFile)
        else { throw FixtureError("\(kind) is missing; on Debian or Ubuntu: apt-get install \(kind)") }
        directory = try TemporaryDirectory.make("postern-balancer")
        let socket = try ListeningSocket(.loopback())
        address = socket.address
        // Above the number of the socket itself, so that it is not overwritten before it is passed on.
        let number = socket.rawValue + 10
        let file = "\(directory)/configuration"
        try kind.adapt(configuration, directory, address, number).write(
            toFile: file, atomically: false, encoding: .utf8)
        let pipe = try Pipe()
        let output = try Pipe()
        process = try Program.spawn(
            "/bin/sh",
            ["-c", Self.script, "postern-balancer", directory] + kind.command(program, file, directory, number),
            input: pipe.readEnd, output: output.writeEnd, inherited: [number: socket.rawValue])
        withExtendedLifetime(socket) {}
        lifeline = LockedValue(pipe)
    }

    deinit {
        lifeline.withLock { $0.closeWriteEnd() }
        Program.wait(for: process)
    }

    /// What it wrote so far.
    package var log: String {
        (try? String(contentsOfFile: "\(directory)/log", encoding: .utf8)) ?? ""
    }

    private static let script = """
        trap '' INT TERM HUP PIPE
        directory=$1
        shift
        # A session of its own for the balancer, so that its workers go with it.
        setsid "$@" >"$directory/log" 2>&1 </dev/null &
        child=$!
        exec >/dev/null 2>&1
        while read -r line; do :; done
        kill -9 -$child
        rm -rf "$directory"
        """
}

extension Balancer.Kind {
    /// The configuration with the socket in place of its own, and every file in the directory.
    fileprivate func adapt(
        _ text: String, _ directory: String, _ address: SocketAddress, _ descriptor: Int32
    ) -> String {
        switch self {
        case .haproxy: return text.replacingOccurrences(of: "bind 0.0.0.0:80", with: "bind fd@\(descriptor)")
        case .nginx:
            let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
                "    \($0)_temp_path \(directory)/\($0);\n"
            }
            return text.replacingOccurrences(of: "listen 0.0.0.0:80", with: "listen \(address)")
                .replacingOccurrences(of: "http {\n", with: "http {\n" + paths.joined())
        }
    }

    /// The words that start it in the foreground.
    fileprivate func command(_ program: String, _ file: String, _ directory: String, _ descriptor: Int32) -> [String] {
        switch self {
        case .haproxy: [program, "-db", "-f", file]
        case .nginx:
            [
                // How nginx hands its sockets to a new version of itself.
                "/usr/bin/env", "NGINX=\(descriptor);", program, "-c", file, "-p", directory, "-g",
                "daemon off; pid \(directory)/pid; error_log stderr warn;",
            ]
        }
    }
}
