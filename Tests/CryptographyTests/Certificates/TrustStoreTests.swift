import Foundation
import Platform
import TestSupport
import Testing

@testable import Cryptography

@Suite struct TrustStoreTests {
    let authority: CertificateAuthority

    init() throws {
        authority = try CertificateAuthority.shared()
    }

    func chain(_ kind: TestCertificateKind) throws -> [Certificate] {
        let file = try authority.makeCertificate(kind, names: ["go.acme.test"]).file
        return try Certificate.read(pem: try File.read(file))
    }

    /// Field case 109: an image without trusted authorities.
    @Test func `a bundle without certificates is refused`() throws {
        let directory = try TemporaryDirectory.make("postern-trust")
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let empty = "\(directory)/empty.pem"
        for text in ["", "# no certificate\n"] {
            try text.write(toFile: empty, atomically: false, encoding: .utf8)
            #expect(throws: CertificateError.noCertificates(path: empty)) { try TrustStore(bundle: empty) }
        }
        let broken = "\(directory)/broken.pem"
        try "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n".write(
            toFile: broken, atomically: false, encoding: .utf8)
        #expect(throws: CertificateError.malformed) { try TrustStore(bundle: broken) }
        let error = #expect(throws: CertificateError.self) { try TrustStore(bundle: "\(directory)/none.pem") }
        guard case .unreadable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(throws: CertificateError.self) { try TrustStore(bundle: directory) }
    }

    @Test func `a bundle's certificates are counted`() throws {
        #expect(try TrustStore(bundle: authority.bundle).count == 1)
    }

    @Test func `time decides`() throws {
        let store = try TrustStore(bundle: authority.bundle)
        // It begins to hold later than its authorities do.
        let chain = try chain(.notYetValid)
        let leaf = try #require(chain.first)
        let second = Duration.seconds(1)
        let warning = Duration.seconds(21 * 86_400)
        func judge(_ time: UnixTime) throws -> [TrustFinding] { try store.judge(chain, host: "go.acme.test", at: time) }
        #expect(try judge(leaf.notBefore + second * -1) == [.notYetValid])
        #expect(try judge(leaf.notBefore) == [])
        #expect(try judge(leaf.notAfter + warning * -1) == [])
        #expect(try judge(leaf.notAfter + warning * -1 + second) == [.expiresSoon])
        #expect(try judge(leaf.notAfter + second * -1) == [.expiresSoon])
        // RFC 5280 section 4.1.2.5 counts this moment in, OpenSSL does not.
        #expect(try judge(leaf.notAfter) == [.expired])
    }

    @Test func `an order of the chain other than that of signing does not matter`() throws {
        let store = try TrustStore(bundle: authority.bundle)
        let chain = try chain(.withRoot)
        #expect(try store.judge([chain[0], chain[2], chain[1]], host: "go.acme.test", at: .now()) == [])
    }

    @Test func `what is surplus is told from what a client uses, and its end is no matter`() throws {
        let store = try TrustStore(bundle: authority.bundle)
        let found = try store.examine(
            try chain(.withExpiredSurplus(count: 2)), host: "go.acme.test", at: .now())
        #expect(found == ChainExamination(findings: [], isUsed: [true, true, false, false]))
        let alone = try store.examine(try chain(.otherAuthorityAlone), host: "go.acme.test", at: .now())
        #expect(alone.isUsed == [true])
    }

    @Test func `a chain of nothing has no fault`() throws {
        #expect(try TrustStore(bundle: authority.bundle).judge([], host: "go.acme.test", at: .now()) == [])
    }

    @Test func `names of findings are each other's own`() {
        let all: [TrustFinding] = [
            .expired, .notYetValid, .nameMismatch, .selfSigned, .incompleteChain, .unknownAuthority, .badSignature,
            .weak,
            .unsuitable, .protocolTooOld, .expiresSoon, .other(code: 1),
        ]
        #expect(Set(all.map(\.name)).count == all.count)
    }
}
