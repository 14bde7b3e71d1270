import Cryptography
import Foundation
import Platform
import Telemetry
import TestSupport
import Testing

@testable import FleetStore
@testable import Gateway

/// What is presented of the database's certificates, and kept for a start without it.
@Suite struct StoredCertificatesTests {
    let authority: CertificateAuthority
    let path: String
    let key: SealingKey
    let recorder = LogRecorder()

    init() throws {
        authority = try CertificateAuthority.shared()
        path = try TemporaryDirectory.make("postern-kept")
        key = try SealingKey(text: Array(String(repeating: "sealing", count: 6).utf8))
    }

    private func makeStored(by key: SealingKey? = nil) throws -> StoredCertificates {
        StoredCertificates(
            key: key ?? self.key, presented: PresentedCertificates(try TLSServer(secrets: TicketSecrets())),
            directory: try StateDirectory(path), log: Log(format: .json, sink: recorder))
    }

    private func makeCertificate(_ name: String) throws -> StoredCertificate {
        let files = try authority.makeCertificate(names: [name])
        let pem = Array(try Data(contentsOf: URL(fileURLWithPath: files.file)))
        return try StoredCertificate(sealing: ServerCertificate(chain: pem, key: pem), with: key)
    }

    private func change(
        _ written: [StoredCertificate] = [], removed: [StoredCertificate] = []
    ) -> CertificateChange {
        CertificateChange(written: written, removed: removed.map(\.fingerprint), challenges: [])
    }

    private var log: String { recorder.texts.joined(separator: "\n") }
    private var file: String { "\(path)/certificates.state" }

    @Test func `what was kept is presented until the database delivers, and then what that has`() throws {
        let (a, b) = (try makeCertificate("a.test"), try makeCertificate("b.test"))
        let first = try makeStored()
        first.start()
        first.take(change([a, b]))
        first.tick()
        let second = try makeStored()
        second.start()
        #expect(second.presented.status.names == 2)
        #expect(log.contains("certificates presented as they were kept on disk"))
        let c = try makeCertificate("c.test")
        second.take(change([b, c]))
        let table = second.presented.tls.certificates
        #expect(table.certificates(for: "a.test").isEmpty)
        #expect(!table.certificates(for: "b.test").isEmpty && !table.certificates(for: "c.test").isEmpty)
        second.take(change(removed: [b]))
        second.finish()
        let third = try makeStored()
        third.start()
        #expect(third.presented.status.names == 1)
        third.take(change())
        #expect(third.presented.status.names == 0, "the database has none any more")
        try FileManager.default.removeItem(atPath: path)
    }

    @Test func `the file is its owner's, is written when something changed, and has keys only as they are sealed`()
        throws
    {
        let certificate = try makeCertificate("a.test")
        let stored = try makeStored()
        stored.start()
        stored.finish()
        #expect(!FileManager.default.fileExists(atPath: file))
        stored.take(change([certificate]))
        stored.finish()
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let bytes = try File.read(file)
        #expect(bytes.firstRange(of: certificate.sealedKey) != nil)
        let stranger = try makeStored(by: SealingKey(text: Array(String(repeating: "another", count: 6).utf8)))
        stranger.start()
        #expect(stranger.presented.status.certificates == 0)
        #expect(stranger.presented.status.refused == 1)
        #expect(log.contains("certificate of the database refused"))
        try FileManager.default.removeItem(atPath: file)
        stored.take(change())
        stored.finish()
        #expect(!FileManager.default.fileExists(atPath: file))
        try FileManager.default.removeItem(atPath: path)
    }

    @Test func `a file that is damaged at any byte is not used`() throws {
        let stored = try makeStored()
        stored.take(change([try makeCertificate("a.test")]))
        stored.finish()
        let good = try File.read(file)
        for index in stride(from: 0, to: good.count, by: 97) {
            var bytes = good
            bytes[index] ^= 0x40
            #expect(throws: KeptStateError.self) { try CertificateState(decoding: bytes) }
        }
        #expect(throws: KeptStateError.self) { try CertificateState(decoding: Array(good.dropLast())) }
        try File.replace(file, with: Array(good.dropLast()))
        let other = try makeStored()
        other.start()
        #expect(other.presented.status.certificates == 0)
        #expect(log.contains("the certificates on disk cannot be used"))
        try FileManager.default.removeItem(atPath: path)
    }
}
