import Foundation
import Glibc
package import Platform

/// HAProxy before a plain server: it ends TLS with certificates made for the run and passes on the bytes.
///
/// One process serves any number of entries. It goes when the owner goes, by `kill -9` too: a shell script stops it at the
/// end of a pipe whose other end this process holds.
package final class TLSFront: Sendable {
    /// The versions of TLS that can be asked for.
    package enum Version: String, Sendable {
        /// TLS 1.0.
        case tls10 = "TLSv1.0"
        /// TLS 1.1.
        case tls11 = "TLSv1.1"
        /// TLS 1.2.
        case tls12 = "TLSv1.2"
        /// TLS 1.3.
        case tls13 = "TLSv1.3"
    }

    /// A listening address and what happens there.
    package struct Entry: Sendable {
        /// The certificates, each with the names in the client's hello (SNI) that it is presented for; the first one is
        /// presented for all other names and without a name.
        package var certificates: [(certificate: TestCertificate, hosts: [String])]
        /// The server that gets the plain bytes.
        package var backend: SocketAddress
        /// The least version offered.
        package var minimum: Version
        /// The highest version offered.
        package var maximum: Version
        /// The protocols offered by ALPN; none by default.
        package var protocols: [String]
        /// Whether each connection has to begin with a PROXY header; by default it must not.
        package var expectsProxyHeader = false
        /// A file of the authorities one of which must have signed the client's certificate; none by default, and none is
        /// asked for.
        package var clientAuthorities: String?
        /// Where to listen, by default on a free port of 127.0.0.1.
        package var address: SocketAddress
        /// Whether it listens on the first entry's port, at an address of its own.
        package var sharesPort = false

        /// Describes an entry.
        package init(
            _ certificates: [(certificate: TestCertificate, hosts: [String])], to backend: SocketAddress,
            minimum: Version = .tls12, maximum: Version = .tls13, protocols: [String] = [],
            address: SocketAddress = .loopback()
        ) {
            self.certificates = certificates
            self.backend = backend
            self.minimum = minimum
            self.maximum = maximum
            self.protocols = protocols
            self.address = address
        }

        /// Describes an entry with one certificate for every name.
        package init(
            _ certificate: TestCertificate, to backend: SocketAddress, minimum: Version = .tls12,
            maximum: Version = .tls13,
            protocols: [String] = [], address: SocketAddress = .loopback()
        ) {
            self.init(
                [(certificate, [])], to: backend, minimum: minimum, maximum: maximum, protocols: protocols,
                address: address)
        }
    }

    /// Where the entries listen, in their order.
    package let addresses: [SocketAddress]

    /// Where the first entry listens.
    package var address: SocketAddress { addresses.first ?? .loopback() }

    private let process: pid_t
    private let lifeline: LockedValue<Pipe>

    /// Starts HAProxy and waits until it serves.
    ///
    /// - Throws: ``FixtureError`` with HAProxy's output; a machine without HAProxy fails the tests, it does not skip them.
    package init(_ entries: [Entry]) throws {
        guard
            let program = ["/usr/sbin/haproxy", "/usr/local/sbin/haproxy"].first(
                where: FileManager.default.isExecutableFile)
        else {
            throw FixtureError("haproxy is missing; install it, on Debian or Ubuntu with: apt-get install haproxy")
        }
        let directory = try TemporaryDirectory.make("postern-front")
        let sockets = try FrontSocket.make(for: entries)
        addresses = sockets.map(\.address)
        // Numbers above all of the sockets' own, so that none is overwritten before it is passed on.
        let base = (sockets.map(\.descriptor).max() ?? 3) + 10
        var inherited: [Int32: Int32] = [:]
        var text = Self.preamble(directory)
        for (index, entry) in entries.enumerated() {
            let number = base + Int32(index)
            inherited[number] = sockets[index].descriptor
            let list = "\(directory)/certificates\(index)"
            let lines = entry.certificates.map { "\($0.certificate.file) \($0.hosts.joined(separator: " "))\n" }
            try lines.joined().write(toFile: list, atomically: false, encoding: .utf8)
            text += Self.section(index, entry, descriptor: number, list: list)
        }
        try text.write(toFile: "\(directory)/haproxy.cfg", atomically: false, encoding: .utf8)
        let pipe = try Pipe()
        let answer = try Pipe()
        let script = ["-c", Self.script, "postern-front", directory, program]
        // The optimiser would close the sockets after the last use of their numbers.
        process = try withExtendedLifetime(sockets) {
            try Program.spawn(
                "/bin/sh", script, input: pipe.readEnd, output: answer.writeEnd, inherited: inherited)
        }
        answer.closeWriteEnd()
        let said = answer.readToEnd(orLine: "ready")
        guard said.hasSuffix("ready\n") else {
            pipe.closeWriteEnd()
            Program.wait(for: process)
            throw FixtureError("haproxy does not start:\n\(said)")
        }
        lifeline = LockedValue(pipe)
    }

    deinit {
        lifeline.withLock { $0.closeWriteEnd() }
        Program.wait(for: process)
    }

    private static let script = """
        trap '' INT TERM HUP PIPE
        directory=$1 program=$2
        "$program" -db -f "$directory/haproxy.cfg" >"$directory/log" 2>&1 </dev/null &
        child=$!
        attempt=0
        while [ ! -S "$directory/admin" ] && kill -0 $child 2>/dev/null && [ $attempt -lt 600 ]; do
            sleep 0.1
            attempt=$((attempt + 1))
        done
        if [ -S "$directory/admin" ]; then echo ready; else cat "$directory/log"; fi
        exec >/dev/null 2>&1
        while read -r line; do :; done
        kill -9 $child
        wait $child
        rm -rf "$directory"
        """

    private static func preamble(_ directory: String) -> String {
        """
        global
            maxconn 4000
            nbthread 1
            stats socket \(directory)/admin
            tune.ssl.default-dh-param 2048
        defaults
            mode tcp
            timeout connect 10s
            timeout client 1h
            timeout server 1h

        """
    }

    private static func section(_ index: Int, _ entry: Entry, descriptor: Int32, list: String) -> String {
        let protocols = entry.protocols.isEmpty ? "" : " alpn \(entry.protocols.joined(separator: ","))"
        let proxy = entry.expectsProxyHeader ? " accept-proxy" : ""
        let clients = entry.clientAuthorities.map { " verify required ca-file \($0)" } ?? ""
        // OpenSSL allows TLS 1.1 and older only at its security level 0.
        return """
            frontend front\(index)
                bind fd@\(descriptor)\(proxy) ssl crt-list \(list) ssl-min-ver \(entry.minimum.rawValue) \
            ssl-max-ver \(entry.maximum.rawValue) ciphers ALL:@SECLEVEL=0\(protocols)\(clients)
                default_backend back\(index)
            backend back\(index)
                server plain \(entry.backend)

            """
    }
}

/// A listening socket that is made for a child.
private final class FrontSocket {
    let socket: ListeningSocket
    var descriptor: Int32 { socket.rawValue }
    var address: SocketAddress { socket.address }

    init(_ address: SocketAddress) throws {
        socket = try ListeningSocket(address)
    }

    /// Binds a socket for each entry.
    static func make(for entries: [TLSFront.Entry]) throws -> [FrontSocket] {
        // A port that is free at one address may be taken at another.
        var attempts = entries.contains(where: \.sharesPort) ? 20 : 1
        while true {
            attempts -= 1
            do {
                var sockets: [FrontSocket] = []
                for entry in entries {
                    let port = entry.sharesPort ? sockets.first?.address.port : nil
                    sockets.append(
                        try FrontSocket(SocketAddress(entry.address.address, port: port ?? entry.address.port)))
                }
                return sockets
            } catch  where attempts > 0 {}
        }
    }
}
