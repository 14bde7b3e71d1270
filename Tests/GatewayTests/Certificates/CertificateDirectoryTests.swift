import Cryptography
import Foundation
import Platform
import Telemetry
import TestSupport
import Testing

@testable import Gateway

/// What is presented of a directory, while it changes.
@Suite struct CertificateDirectoryTests {
    let authority: CertificateAuthority
    let folder: CertificateFolder
    let presented: PresentedCertificates
    let recorder = LogRecorder()
    let directory: CertificateDirectory

    init() throws {
        authority = try CertificateAuthority.shared()
        folder = try CertificateFolder()
        presented = PresentedCertificates(try TLSServer(secrets: TicketSecrets()))
        directory = CertificateDirectory(
            path: folder.path, presented: presented, log: Log(format: .json, sink: recorder))
    }

    func presented(_ name: String) -> UnixTime? {
        presented.tls.certificates.certificates(for: name).first?.leaf.notAfter
    }

    var log: String { recorder.texts.joined(separator: "\n") }

    @Test func `every layout is read, and each name is presented`() throws {
        try folder.add(authority.makeCertificate(names: ["a.test"]), as: "a")
        try folder.add(authority.makeCertificate(names: ["*.b.test"], key: .rsa), as: "b", ending: "crt")
        let both = try authority.makeCertificate(names: ["c.test", "d.test"])
        try folder.write(folder.read(both.file), to: "c.pem")
        try folder.addDirectory(authority.makeCertificate(names: ["e.test"]), as: "e.test")
        try directory.start()
        for name in ["a.test", "x.b.test", "c.test", "d.test", "e.test"] { #expect(presented(name) != nil, "\(name)") }
        #expect(presented.status.certificates == 4)
        #expect(presented.status.names == 5)
        #expect(presented.status.refused == 0)
        #expect(presented.status.firstEnd == presented("a.test").map { min($0, presented("e.test") ?? $0) })
    }

    @Test func `a certificate that is written is presented, one that is removed is not`() throws {
        try directory.start()
        #expect(presented("a.test") == nil)
        try folder.add(authority.makeCertificate(names: ["a.test"]), as: "a")
        directory.reload()
        #expect(presented("a.test") != nil)
        try folder.remove("a.pem")
        directory.reload()
        #expect(presented("a.test") == nil)
        #expect(log.contains("certificate is gone"))
    }

    @Test func `a bad pair is reported once and the good one before it stays`() throws {
        try folder.add(authority.makeCertificate(.ending(days: 5), names: ["a.test"]), as: "a")
        try folder.add(authority.makeCertificate(names: ["b.test"]), as: "b")
        try directory.start()
        let before = try #require(presented("a.test"))
        let rsa = try authority.makeCertificate(.ending(days: 50), names: ["a.test"], key: .rsa)
        try folder.write(folder.read(rsa.certificateFile), to: "a.pem")
        directory.reload()
        directory.reload()
        #expect(presented("a.test") == before)
        #expect(presented("b.test") != nil)
        #expect(presented.status.refused == 1)
        #expect(presented.status.certificates == 2)
        #expect(log.components(separatedBy: "the last good one stays").count == 2)
        #expect(log.contains("the private key belongs to another certificate"))
        try folder.write(folder.read(rsa.keyFile), to: "a.key")
        directory.reload()
        #expect(presented.status.refused == 0)
        #expect(try #require(presented("a.test")) > before)
    }

    @Test func `a key that others may read is refused`() throws {
        try folder.add(authority.makeCertificate(names: ["a.test"]), as: "a")
        for mode in [0o644, 0o660, 0o602] {
            try folder.setMode("a.key", mode)
            directory.reload()
            #expect(presented("a.test") == nil, "\(mode)")
            #expect(presented.status.refused == 1)
        }
        #expect(log.contains("is open to others"))
        try folder.setMode("a.key", 0o640)
        directory.reload()
        #expect(presented("a.test") != nil)
    }

    @Test func `a directory that cannot be read is refused at start, and later changes nothing`() throws {
        let missing = CertificateDirectory(
            path: folder.path + "/missing", presented: presented, log: Log(format: .json, sink: recorder))
        #expect(throws: GatewayError.self) { try missing.start() }
        try folder.add(authority.makeCertificate(names: ["a.test"]), as: "a")
        try directory.start()
        try folder.move(to: folder.path + ".away")
        directory.reload()
        directory.reload()
        #expect(presented("a.test") != nil)
        #expect(log.components(separatedBy: "cannot be looked at").count == 2)
        try folder.moveBack(from: folder.path + ".away")
        directory.reload()
        #expect(presented("a.test") != nil)
    }

    @Test func `a leaf alone, and one whose time is over, are presented and reported (case 107)`() throws {
        try folder.add(authority.makeCertificate(.missingIntermediate, names: ["a.test"]), as: "a", chain: false)
        try folder.add(authority.makeCertificate(.expired, names: ["b.test"]), as: "b")
        try directory.start()
        #expect(presented("a.test") != nil && presented("b.test") != nil)
        #expect(log.components(separatedBy: "certificate stands alone").count == 2)
        #expect(log.components(separatedBy: "certificate has expired").count == 2)
    }

    @Test func `nothing of a key is ever said, of a good one or of a bad one`() throws {
        let made = try authority.makeCertificate(names: ["a.test"])
        try folder.add(made, as: "a")
        let key = try folder.read(made.keyFile)
        try folder.write("not a certificate\n" + key, to: "b.pem")
        try folder.write(key.replacingOccurrences(of: "MIG", with: "XXX"), to: "c.key")
        try folder.write(folder.read(made.certificateFile), to: "c.pem")
        try directory.start()
        #expect(presented.status.refused == 2)
        for line in key.split(separator: "\n") where !line.hasPrefix("-----") {
            #expect(!log.contains(line))
            #expect(!log.contains(line.replacingOccurrences(of: "MIG", with: "XXX")))
        }
    }

    @Test func `a tick looks only when it is time`() throws {
        try directory.start()
        try folder.add(authority.makeCertificate(names: ["a.test"]), as: "a")
        let isPresented = comesTrue {
            directory.tick()
            return presented("a.test") != nil
        }
        #expect(isPresented)
    }
}

/// A directory with certificates, gone with its owner.
final class CertificateFolder {
    let path: String

    init() throws {
        path = try TemporaryDirectory.make("postern-certificates")
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func read(_ file: String) throws -> String { try String(contentsOfFile: file, encoding: .utf8) }

    /// Writes a file that only its owner may read, in one step.
    func write(_ text: String, to name: String) throws {
        try File.replace("\(path)/\(name)", with: Array(text.utf8), mode: 0o600)
    }

    /// Writes `NAME.pem` and `NAME.key`.
    func add(_ certificate: TestCertificate, as name: String, ending: String = "pem", chain: Bool = true) throws {
        try write(read(certificate.keyFile), to: "\(name).key")
        try write(read(chain ? certificate.file : certificate.certificateFile), to: "\(name).\(ending)")
    }

    func addDirectory(_ certificate: TestCertificate, as name: String) throws {
        try Directory.create("\(path)/\(name)")
        try write(read(certificate.keyFile), to: "\(name)/privkey.pem")
        try write(read(certificate.file), to: "\(name)/fullchain.pem")
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }

    func setMode(_ name: String, _ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(path)/\(name)")
    }

    func move(to other: String) throws { try FileManager.default.moveItem(atPath: path, toPath: other) }

    func moveBack(from other: String) throws { try FileManager.default.moveItem(atPath: other, toPath: path) }
}
