import Cryptography
import Foundation
import HTTPServer
import Platform
import TestSupport
import Testing

/// Tickets: who gives them, who takes them.
@Suite struct ResumptionTests {
    static let names = ["a.test", "b.test"]

    func makeServer(secret: String = SecureTestServer.secret) throws -> SecureTestServer {
        let authority = try CertificateAuthority.shared()
        return try SecureTestServer(Self.names.map { try authority.makeCertificate(names: [$0]) }, secret: secret)
    }

    /// Has a handshake, and keeps or uses a session's file.
    func shake(
        _ server: SecureTestServer, _ version: String, host: String = "a.test", keep: String? = nil, use: String? = nil
    ) throws -> String {
        var options = [version, "-servername", host]
        if let keep { options += ["-sess_out", keep] }
        if let use { options += ["-sess_in", use] }
        let said = try server.client(options, input: closingRequest("/abc", host: host))
        try #require(said.contains("HTTP/1.1 200 OK"), "\(said)")
        return said
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func `a ticket is taken by another server with the same secret, and by no other`(_ version: String) throws {
        let directory = try TemporaryDirectory.make("postern-tickets")
        let file = "\(directory)/session"
        let first = try makeServer()
        #expect(try shake(first, version, keep: file).contains("New, "))
        let second = try makeServer()
        #expect(try shake(second, version, use: file).contains("Reused, "))
        #expect(second.statistics.handshakesResumed == 1)
        let stranger = try makeServer(secret: String(repeating: "another secret ", count: 3))
        #expect(try shake(stranger, version, use: file).contains("New, "))
        #expect(stranger.statistics.handshakesResumed == 0)
        try FileManager.default.removeItem(atPath: directory)
    }

    /// RFC 8446 appendix C.4: a client uses a ticket once.
    @Test func `who comes back by TLS 1_3 is given another ticket each time`() throws {
        let server = try makeServer()
        let said = try server.curl(
            "a.test", "/[1-10]", ["--tlsv1.3", "-H", "Connection: close", "-o", "/dev/null", "-w", "%{http_code}\n"])
        #expect(said.output == String(repeating: "200\n", count: 10))
        #expect(server.statistics.handshakes == 10)
        #expect(server.statistics.handshakesResumed == 9)
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func `a ticket is good for its name alone`(_ version: String) throws {
        let directory = try TemporaryDirectory.make("postern-tickets")
        let file = "\(directory)/session"
        let server = try makeServer()
        _ = try shake(server, version, keep: file)
        let said = try shake(server, version, host: "b.test", use: file)
        #expect(said.contains("New, "), "\(said)")
        #expect(said.contains("CN = b.test"), "\(said)")
        #expect(server.statistics.handshakesResumed == 0)
        try FileManager.default.removeItem(atPath: directory)
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func `a replaced secret still opens while it stands behind the new one`(_ version: String) throws {
        let directory = try TemporaryDirectory.make("postern-tickets")
        let file = "\(directory)/session"
        let server = try makeServer()
        _ = try shake(server, version, keep: file)
        let new = String(repeating: "a new secret ", count: 4)
        server.tls.replaceTicketSecrets(try TicketSecrets(text: Array("\(new)\n\(SecureTestServer.secret)\n".utf8)))
        #expect(try shake(server, version, use: file).contains("Reused, "))
        server.tls.replaceTicketSecrets(try TicketSecrets(text: Array(new.utf8)))
        #expect(try shake(server, version, use: file).contains("New, "))
        try FileManager.default.removeItem(atPath: directory)
    }
}
