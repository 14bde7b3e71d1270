import Foundation
import TestSupport
import Testing

@testable import Cryptography

@Suite struct CertificateTableTests {
    let authority: CertificateAuthority

    init() throws {
        authority = try CertificateAuthority.shared()
    }

    func certificate(
        _ names: [String], _ kind: TestCertificateKind = .good, key: TestCertificateKey = .ecdsa
    ) throws -> ServerCertificate {
        let made = try authority.makeCertificate(kind, names: names, key: key)
        let pem = Array(try Data(contentsOf: URL(fileURLWithPath: made.file)))
        return try ServerCertificate(chain: pem, key: pem)
    }

    @Test func `an exact name comes before a wildcard, which stands for one label`() throws {
        let exact = try certificate(["go.acme.test"])
        let wildcard = try certificate(["*.acme.test"])
        let table = try CertificateTable([wildcard, exact])
        #expect(table.count == 2)
        let answers: [(String, ServerCertificate?)] = [
            ("go.acme.test", exact), ("GO.Acme.test", exact), ("other.acme.test", wildcard), ("acme.test", nil),
            ("a.b.acme.test", nil), ("go.acme.test.evil.test", nil), (".acme.test", nil), ("*.acme.test", wildcard),
            ("", nil), ("test", nil),
        ]
        for (name, answer) in answers { #expect(table.certificates(for: name).first === answer, "\(name)") }
    }

    @Test func `of one kind the certificate that ends last is presented, in whatever order they come`() throws {
        let soon = try certificate(["a.test"], .ending(days: 5))
        let late = try certificate(["a.test"], .ending(days: 50))
        let rsa = try certificate(["a.test"], key: .rsa)
        for order in [[soon, late, rsa], [rsa, late, soon], [late, rsa, soon]] {
            let chosen = try CertificateTable(order).certificates(for: "a.test")
            #expect(chosen.count == 2)
            #expect(chosen.first === late)
            #expect(chosen.last === rsa)
        }
    }

    @Test func `a wildcard covers one label and nothing else`() {
        let cases: [(String, String, Bool)] = [
            ("a.test", "a.test", true), ("a.test", "b.test", false), ("*.a.test", "b.a.test", true),
            ("*.a.test", "a.test", false), ("*.a.test", "c.b.a.test", false), ("*.a.test", ".a.test", false),
            ("*", "a", false), ("b*.a.test", "bc.a.test", false),
        ]
        for (pattern, host, holds) in cases {
            #expect(CertificateTable.covers(pattern, host) == holds, "\(pattern) \(host)")
        }
    }
}
