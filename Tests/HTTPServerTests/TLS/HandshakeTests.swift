import Cryptography
import HTTPServer
import Platform
import TestSupport
import Testing

/// Which handshakes are made, and with which alert the others end; seen by `openssl s_client`.
@Suite struct HandshakeTests {
    let authority: CertificateAuthority
    let server: SecureTestServer

    init() throws {
        authority = try CertificateAuthority.shared()
        server = try SecureTestServer([
            authority.makeCertificate(names: ["go.acme.test", "*.acme.test"]),
            authority.makeCertificate(names: ["go.acme.test"], key: .rsa),
            authority.makeCertificate(names: ["old.acme.test"], key: .rsa),
        ])
    }

    @Test(arguments: [("-tls1_2", "TLSv1.2"), ("-tls1_3", "TLSv1.3")])
    func `a version is spoken`(_ option: String, _ version: String) throws {
        let said = try server.client(
            [option, "-servername", "go.acme.test", "-verify_hostname", "go.acme.test", "-verify_return_error"],
            input: closingRequest("/abc", host: "go.acme.test"))
        #expect(said.contains("New, \(version),"), "\(said)")
        #expect(said.contains("Verification: OK"), "\(said)")
        #expect(said.contains("HTTP/1.1 200 OK"), "\(said)")
        #expect(said.contains("/abc"), "\(said)")
        #expect(server.eventually { server.statistics.openConnections == 0 })
        #expect(server.statistics.handshakes == 1)
        #expect(server.statistics.handshakesUnderWay == 0)
    }

    @Test(arguments: ["-tls1", "-tls1_1"])
    func `an older version ends with protocol_version`(_ option: String) throws {
        let said = try server.client([option, "-servername", "go.acme.test", "-cipher", "ALL:@SECLEVEL=0"])
        #expect(said.contains("alert protocol version"), "\(said)")
        #expect(server.eventually { server.statistics.tlsFailures[.version] == 1 })
    }

    @Test(arguments: [
        ["-servername", "other.test"], ["-servername", "a.b.acme.test"], ["-servername", "acme.test"],
        ["-noservername"],
    ])
    func `a name without a certificate, and none, end with unrecognized_name`(_ options: [String]) throws {
        for version in ["-tls1_2", "-tls1_3"] {
            let said = try server.client([version] + options)
            #expect(said.contains("alert unrecognized name") || said.contains("SSL alert number 112"), "\(said)")
            #expect(!said.contains("BEGIN CERTIFICATE"), "\(said)")
        }
        #expect(server.eventually { server.statistics.tlsFailures[.unknownName] == 2 })
        #expect(server.eventually { server.statistics.openConnections == 0 })
        #expect(server.statistics.handshakesUnderWay == 0)
    }

    @Test(arguments: ["GO.acme.test", "any.acme.test", "go.acme.test."])
    func `a name is known in any case, below a wildcard, and with the root's dot, case 114`(_ name: String) throws {
        let said = try server.client(["-servername", name], input: closingRequest("/abc", host: name))
        #expect(said.contains("HTTP/1.1 200 OK"), "\(said)")
    }

    @Test func `ECDSA is preferred, and RSA is for who knows nothing else`() throws {
        let name = ["-servername", "go.acme.test"]
        for version in ["-tls1_2", "-tls1_3"] {
            #expect(try server.client([version] + name).contains("Peer signature type: ECDSA"))
            let said = try server.client([version] + name + ["-sigalgs", "RSA-PSS+SHA256:RSA+SHA256"])
            #expect(said.contains("Peer signature type: RSA-PSS"), "\(said)")
        }
        #expect(try server.client(["-servername", "old.acme.test"]).contains("Peer signature type: RSA-PSS"))
    }

    @Test func `a client without a cipher or signature in common gets handshake_failure`() throws {
        for options in [["-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-SHA"], ["-tls1_3", "-sigalgs", "ed25519"]] {
            let said = try server.client(options + ["-servername", "go.acme.test"])
            #expect(said.contains("alert handshake failure"), "\(said)")
        }
        #expect(server.eventually { server.statistics.tlsFailures[.cipher] == 2 })
    }

    @Test func `ALPN chooses HTTP 1.1, and an offer without it ends with no_application_protocol`() throws {
        let name = ["-servername", "go.acme.test"]
        #expect(try server.client(name + ["-alpn", "h2,http/1.1"]).contains("ALPN protocol: http/1.1"))
        let said = try server.client(name + ["-alpn", "h2"])
        #expect(said.contains("alert no application protocol") || said.contains("SSL alert number 120"), "\(said)")
        #expect(server.eventually { server.statistics.tlsFailures[.applicationProtocol] == 1 })
    }

    @Test func `a client that refuses the certificate is counted`() throws {
        _ = try server.curl("go.acme.test", "/abc", ["--cacert", "/etc/ssl/certs/ca-certificates.crt"])
        #expect(server.eventually { server.statistics.tlsFailures[.peerAlert] == 1 })
    }

    @Test func `a client that speaks no TLS gets no HTTP answer`() throws {
        let client = try TestClient(to: server.address)
        client.send("GET /abc HTTP/1.1\r\nHost: go.acme.test\r\n\r\n")
        #expect(!client.receiveAll().contains("HTTP/1.1"))
        #expect(server.eventually { server.statistics.tlsFailures[.notTLS] == 1 })
    }

    @Test func `a server without certificates refuses every name`() throws {
        server.tls.certificates = try CertificateTable()
        let said = try server.client(["-servername", "go.acme.test"])
        #expect(said.contains("alert unrecognized name") || said.contains("SSL alert number 112"), "\(said)")
    }

    @Test func `other certificates are presented from the next handshake on`() throws {
        #expect(try server.client(["-servername", "go.acme.test"]).contains("CN = go.acme.test"))
        server.tls.certificates = try CertificateTable([
            authority.makeCertificate(names: ["new.test", "go.acme.test"]).read()
        ])
        #expect(try server.client(["-servername", "go.acme.test"]).contains("CN = new.test"))
    }
}
