import Cryptography
import Foundation
import HTTPServer
import Platform
import TestSupport

/// A server that speaks TLS with certificates made for the run, and clients that speak to it.
final class SecureTestServer {
    let plain: TestServer
    let tls: TLSServer
    let authority: CertificateAuthority

    /// A secret that servers may share.
    static let secret = String(repeating: "secret of the tests ", count: 2)

    init(
        _ certificates: [TestCertificate], secret: String = SecureTestServer.secret, speaksHTTP2: Bool = false,
        _ change: (inout ServerConfiguration) -> Void = { _ in }
    ) throws {
        authority = try CertificateAuthority.shared()
        tls = try TLSServer(
            secrets: TicketSecrets(text: Array(secret.utf8)),
            protocols: (speaksHTTP2 ? ["h2"] : []) + ["http/1.1", "http/1.0"])
        tls.certificates = try CertificateTable(certificates.map { try $0.read() })
        plain = try TestServer { [tls] configuration in
            configuration.tlsAddresses = [.loopback()]
            configuration.tls = tls
            // The machine may stall for seconds.
            configuration.deadlines.header = .seconds(600)
            change(&configuration)
        }
    }

    /// Makes a server with one certificate for some names.
    convenience init(
        naming names: [String], speaksHTTP2: Bool = false, _ change: (inout ServerConfiguration) -> Void = { _ in }
    ) throws {
        let certificate = try CertificateAuthority.shared().makeCertificate(names: names)
        try self.init([certificate], speaksHTTP2: speaksHTTP2, change)
    }

    var address: SocketAddress { plain.server.boundTLSAddresses[0] }
    var statistics: ServerStatistics { plain.server.statistics }

    func eventually(_ condition: () -> Bool) -> Bool { plain.eventually(condition) }

    /// Runs `openssl s_client`: with an input it says that and ends with the server, without one it ends after the
    /// handshake.
    func client(_ options: [String], input: String = "") throws -> String {
        let command = "printf \"$1\" | openssl s_client -connect \"$2\" -CAfile \"$3\" \"${@:4}\" 2>&1"
        let waits = input.isEmpty ? [] : ["-ign_eof"]
        let arguments = ["-c", command, "s_client", input, "\(address)", authority.bundle] + waits + options
        return try Program.run("/bin/bash", arguments).output
    }

    /// Asks for a URL by curl.
    func curl(_ host: String, _ path: String, _ options: [String] = []) throws -> Program.Outcome {
        let port = address.port
        return try Program.run(
            "/usr/bin/env",
            [
                "curl", "-sS", "--max-time", "60", "--cacert", authority.bundle, "--connect-to",
                "\(host):443:127.0.0.1:\(port)",
            ] + options + ["https://\(host)\(path)"])
    }
}

extension TestCertificate {
    /// The certificate as a server presents it.
    func read() throws -> ServerCertificate {
        let pem = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
        return try ServerCertificate(chain: pem, key: pem)
    }
}

/// A request that ends its connection, in the form of `printf`.
func closingRequest(_ path: String, host: String) -> String {
    #"GET \#(path) HTTP/1.1\r\nHost: \#(host)\r\nConnection: close\r\n\r\n"#
}
