import Foundation
import Platform
import TestSupport
import Testing

@testable import Cryptography

@Suite struct CertificateTests {
    func leaf(_ kind: TestCertificateKind, names: [String]) throws -> Certificate {
        let file = try CertificateAuthority.shared().makeCertificate(kind, names: names).certificateFile
        return try #require(try Certificate.read(pem: try File.read(file)).first)
    }

    @Test func `a certificate is read as openssl reads it`() throws {
        let made = try CertificateAuthority.shared().makeCertificate(names: ["go.acme.test", "*.acme.test"])
        let certificate = try #require(try Certificate.read(pem: try File.read(made.certificateFile)).first)
        #expect(certificate.dnsNames == ["go.acme.test", "*.acme.test"])
        #expect(certificate.issuerOrganization == "Postern Test")
        let arguments = ["openssl", "x509", "-in", made.certificateFile, "-noout", "-fingerprint", "-sha256", "-dates"]
        let text = try Program.run("/usr/bin/env", arguments).output
        #expect(text.lowercased().replacingOccurrences(of: ":", with: "").contains(certificate.fingerprint.hex))
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "MMM d HH:mm:ss yyyy 'GMT'"
        let dates = [certificate.notBefore, certificate.notAfter].map {
            formatter.string(from: Date(timeIntervalSince1970: Double($0.microseconds) / 1_000_000))
        }
        let lines = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(lines.contains("notBefore=\(dates[0])"), "\(text)")
        #expect(lines.contains("notAfter=\(dates[1])"), "\(text)")
    }

    @Test func `keys and remarks between certificates are passed over`() throws {
        let file = try CertificateAuthority.shared().makeCertificate(.withRoot, names: ["a.test"]).file
        let pem = Array("remark\n".utf8) + (try File.read(file)) + Array("remark\n".utf8)
        #expect(try Certificate.read(pem: pem).count == 3)
    }

    @Test func `a self-signed certificate knows it`() throws {
        #expect(try leaf(.selfSigned, names: ["a.test"]).isSelfSigned)
        #expect(try !leaf(.good, names: ["a.test"]).isSelfSigned)
    }

    @Test func `the subject's letters stand as they are`() throws {
        #expect(try leaf(.withoutAlternativeNames, names: ["a.test"]).dnsNames.isEmpty)
    }

    @Test func `DER is read whole, and nothing behind it`() throws {
        let certificate = try leaf(.good, names: ["a.test"])
        #expect(try Certificate(der: certificate.der) == certificate)
        for bytes in [[], [0x30], Array(certificate.der.dropLast()), certificate.der + [0]] {
            #expect(throws: CertificateError.malformed) { try Certificate(der: bytes) }
        }
    }

    @Test func `hostile bytes are an error or a certificate`() throws {
        let der = try leaf(.missingIntermediate, names: ["a.test", "b.test"]).der
        var generator = SeededGenerator(seed: 17)
        for _ in 0..<3000 {
            var bytes = der
            for _ in 0...Int.random(in: 0..<4, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(
                    in: .min ... .max, using: &generator)
            }
            guard let certificate = try? Certificate(der: bytes) else { continue }
            #expect(certificate.subject.utf8.count <= 3 * 1024)
        }
    }
}
