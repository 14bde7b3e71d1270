import Cryptography
import DeepLinks
import Foundation
import Platform
import Postgres
import TestSupport
import Testing

@testable import FleetStore

/// Certificates and challenges in the database, and what the change feed tells of them.
@Suite struct CertificateTests {
    private static let operation = Operation(actor: "test", action: "certificate add")

    let authority: CertificateAuthority
    let fixture: StoreFixture
    let store: FleetStore
    let key: SealingKey

    init() throws {
        authority = try CertificateAuthority.shared()
        fixture = try StoreFixture()
        store = try fixture.store()
        key = try SealingKey(text: Array("a secret of at least thirty-two characters".utf8))
    }

    private func make(
        _ names: [String], _ kind: TestCertificateKind = .good, key form: TestCertificateKey = .ecdsa
    ) throws -> ServerCertificate {
        let made = try authority.makeCertificate(kind, names: names, key: form)
        return try ServerCertificate(
            chain: Array(Data(contentsOf: URL(fileURLWithPath: made.file))),
            key: Array(Data(contentsOf: URL(fileURLWithPath: made.keyFile))))
    }

    @discardableResult
    private func add(
        _ names: [String], _ kind: TestCertificateKind = .good, key form: TestCertificateKey = .ecdsa
    ) throws -> SHA256Digest {
        let certificate = try StoredCertificate(sealing: make(names, kind, key: form), with: key)
        try store.add(certificate, as: Self.operation)
        return certificate.fingerprint
    }

    private func reader() throws -> FeedReader {
        var reader = FeedReader(try fixture.connect(), from: FeedCursor(), readsCertificates: true)
        _ = try reader.read()
        return reader
    }

    @Test func `a certificate comes back as it was, and is opened only with its secret and in its row`() throws {
        let made = try make(["go.acme.test", "*.acme.test"])
        try store.add(StoredCertificate(sealing: made, with: key), as: Self.operation)
        let found = try #require(try store.certificates().first)
        #expect(found.names == ["go.acme.test", "*.acme.test"])
        let opened = try found.sealed.open(with: key)
        #expect(opened.leaf == made.leaf && opened.intermediateCount == made.intermediateCount)
        let other = try SealingKey(text: Array("another secret of thirty-two characters".utf8))
        #expect(throws: ServerCertificateError.sealedKey) { try found.sealed.open(with: other) }
        var moved = found
        moved.names = ["go.other.test"]
        #expect(throws: ServerCertificateError.sealedKey) { try moved.sealed.open(with: key) }
    }

    @Test func `a certificate replaces those of its kind for no other names that end no later`() throws {
        let short = try add(["a.test"], .ending(days: 5))
        let both = try add(["a.test", "b.test"], .ending(days: 3))
        let rsa = try add(["a.test"], .ending(days: 5), key: .rsa)
        let long = try add(["a.test"], .ending(days: 50))
        #expect(Set(try store.certificates().map(\.fingerprint)) == [both, rsa, long])
        let audit = try store.audit(tenant: nil, before: nil, limit: 10)
        #expect(audit.first?.tenant == nil)
        #expect(audit.first?.before?.contains(short.hex) == true)
        #expect(audit.first?.after?.contains(long.hex) == true)
        try store.remove(certificates: [both, rsa], as: Self.operation)
        #expect(try store.certificates().map(\.fingerprint) == [long])
        #expect(throws: StoreError.self) { try store.remove(certificates: [both], as: Self.operation) }
    }

    @Test func `no secret stands in the tables or in the audit log`() throws {
        let made = try authority.makeCertificate(names: ["a.test"])
        try add(["a.test"])
        let challenge = try #require(
            ACMEChallenge(host: HostName("a.test"), token: "planted-token", answer: "planted-token.thumb"))
        try store.add(challenge)
        let der = try #require(
            Data(
                base64Encoded: String(contentsOfFile: made.keyFile, encoding: .utf8).split(separator: "\n")
                    .filter { !$0.hasPrefix("-----") }.joined()))
        let sealed = try #require(try store.certificates().first).sealedKey
        #expect(sealed.firstRange(of: Array(der.prefix(16))) == nil)
        #expect(
            try fixture.database.psql("SELECT count(*) FROM fleet.audit_events WHERE after::text ~ 'planted'") == "0")
    }

    @Test func `the feed tells what was written and removed, once, and again after a lost connection`() throws {
        let first = try add(["a.test"])
        var reader = FeedReader(try fixture.connect(), from: FeedCursor(), readsCertificates: true)
        guard case .everything = try reader.read() else { throw StoreError.busy }
        #expect(reader.certificates?.written.map(\.fingerprint) == [first])
        #expect(try reader.read() == nil)
        #expect(reader.certificates == nil)
        let second = try add(["b.test"])
        try store.remove(certificates: [first], as: Self.operation)
        #expect(try reader.read() == nil)
        #expect(reader.certificates?.written.map(\.fingerprint) == [second])
        #expect(reader.certificates?.removed == [first])
        let third = try add(["c.test"])
        var again = FeedReader(try fixture.connect(), from: reader.cursor, readsCertificates: true)
        _ = try again.read()
        #expect(again.certificates?.written.map(\.fingerprint) == [third])
        #expect(again.certificates?.removed == [])
    }

    @Test func `a certificate that is sealed again is told again, and a tenant's change tells none`() throws {
        let made = try make(["a.test"])
        try store.add(StoredCertificate(sealing: made, with: key), as: Self.operation)
        var reader = try reader()
        try store.add(StoredCertificate(sealing: made, with: key), as: Self.operation)
        #expect(try reader.read() == nil)
        #expect(reader.certificates?.written.count == 1)
        try fixture.makeTenant("acme", in: store)
        #expect(try reader.read() != nil)
        #expect(reader.certificates == nil)
    }

    @Test func `challenges are told while they are open, to who reads no certificates too`() throws {
        let host = try HostName("go.acme.test")
        let challenge = try #require(ACMEChallenge(host: host, token: "tok_en-1", answer: "tok_en-1.thumb"))
        var reader = FeedReader(try fixture.connect(), from: FeedCursor())
        _ = try reader.read()
        try add(["a.test"])
        try store.add(challenge)
        #expect(try reader.read() == nil)
        #expect(reader.certificates?.challenges.map(\.answer) == ["tok_en-1.thumb"])
        #expect(reader.certificates?.written == [])
        try store.removeChallenge(of: host, token: "tok_en-1")
        try store.removeChallenge(of: host, token: "tok_en-1")
        _ = try reader.read()
        #expect(reader.certificates?.challenges == [])
        try fixture.database.psql("INSERT INTO fleet.challenges VALUES ('a.test', 't', 't.x', now() - interval '1 s')")
        _ = try reader.read()
        #expect(reader.certificates?.challenges == [])
        try store.add(challenge)
        #expect(try fixture.database.psql("SELECT count(*) FROM fleet.challenges") == "1")
    }

    @Test(arguments: [
        ("", ".x"), ("a b", "a b.x"), ("a/..", "a/...x"), ("token", "other.x"), ("token", "token"), ("token", "token."),
        ("token", "token.x\r\n"), ("token", "token.x.y"),
    ])
    func `a challenge in another form is refused`(_ token: String, _ answer: String) throws {
        #expect(ACMEChallenge(host: try HostName("a.test"), token: token, answer: answer) == nil)
    }

    @Test func `coverage knows exact names, wildcards and the parent where Apple reads a wildcard's file`() throws {
        try fixture.makeTenant(
            "acme", domains: ["go.acme.example", "go.other.example", "*.wild.example", "a.b.deep.example"], in: store)
        try add(["*.acme.example", "acme.example"], .ending(days: 5))
        try add(["go.acme.example"], .ending(days: 50))
        try add(["*.wild.example", "*.deep.example", "go.gone.example"], .ending(days: 90))
        let coverage = try store.certificateCoverage()
        #expect(
            coverage.needs.map(\.name)
                == ["*.wild.example", "a.b.deep.example", "go.acme.example", "go.other.example", "wild.example"])
        #expect(coverage.needs.map { $0.ends != nil } == [true, false, true, false, false])
        let soon = UnixTime.now() + .seconds(60 * 86400)
        #expect(
            coverage.due(before: soon).map(\.name)
                == ["a.b.deep.example", "go.acme.example", "go.other.example", "wild.example"])
    }
}
