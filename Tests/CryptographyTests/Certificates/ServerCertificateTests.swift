import Foundation
import TestSupport
import Testing

@testable import Cryptography

@Suite struct ServerCertificateTests {
    let authority: CertificateAuthority

    init() throws {
        authority = try CertificateAuthority.shared()
    }

    func pem(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

    func openssl(_ arguments: [String]) throws -> [UInt8] {
        let outcome = try Program.run("/usr/bin/env", ["openssl"] + arguments)
        try #require(outcome.status == 0, "\(outcome.output)")
        return Array(outcome.output.utf8)
    }

    @Test(arguments: [(TestCertificateKey.ecdsa, ServerKeyKind.ecdsa), (.rsa, .rsa)])
    func `a certificate with its chain and key is read`(_ key: TestCertificateKey, _ kind: ServerKeyKind) throws {
        let made = try authority.makeCertificate(names: ["Go.acme.test", "*.acme.test"], key: key)
        let read = try ServerCertificate(chain: pem(made.file), key: pem(made.keyFile))
        #expect(read.names == ["go.acme.test", "*.acme.test"])
        #expect(read.keyKind == kind)
        #expect(read.intermediateCount == 1)
        #expect(read.leaf.subject == "CN=Go.acme.test")
    }

    @Test func `keys are read in each form that tools write`() throws {
        let made = try authority.makeCertificate(names: ["a.test"])
        let rsa = try authority.makeCertificate(names: ["a.test"], key: .rsa)
        let forms: [(TestCertificate, [UInt8])] = [
            (made, try openssl(["ec", "-in", made.keyFile])),
            (made, try openssl(["ecparam", "-name", "prime256v1"]) + openssl(["ec", "-in", made.keyFile])),
            (rsa, try openssl(["rsa", "-traditional", "-in", rsa.keyFile])),
        ]
        for (certificate, key) in forms {
            #expect(try ServerCertificate(chain: pem(certificate.file), key: key).names == ["a.test"])
        }
    }

    @Test func `what cannot be presented is refused with its reason`() throws {
        let made = try authority.makeCertificate(names: ["a.test"])
        let rsa = try authority.makeCertificate(names: ["a.test"], key: .rsa)
        let chain = try pem(made.certificateFile)
        let key = try pem(made.keyFile)
        let encrypted = try openssl(["pkey", "-in", made.keyFile, "-aes128", "-passout", "pass:secret"])
        let oldEncrypted = try openssl(["ec", "-in", made.keyFile, "-aes128", "-passout", "pass:secret"])
        let edwards = try openssl(["genpkey", "-algorithm", "ED25519"])
        let withoutNames = try pem(authority.makeCertificate(.withoutAlternativeNames, names: ["a.test"]).file)
        let intermediate = try pem("\(authority.directory)/intermediate.pem")
        let cut = Array(key.prefix(key.count / 2)) + Array("\n-----END PRIVATE KEY-----\n".utf8)
        let table: [([UInt8], [UInt8], ServerCertificateError)] = [
            ([], key, .noCertificate), (key, key, .noCertificate), (chain, chain, .noKey), (chain, [], .noKey),
            (chain, try pem(rsa.keyFile), .keyMismatch), (chain, encrypted, .encryptedKey),
            (chain, oldEncrypted, .encryptedKey), (chain, edwards, .unsupportedKey), (withoutNames, key, .noNames),
            (intermediate, try pem("\(authority.directory)/intermediate.key"), .authority),
            (Array(chain.prefix(300)) + chain, key, .malformedCertificate), (chain, cut, .malformedKey),
        ]
        for (index, (chain, key, error)) in table.enumerated() {
            #expect(throws: error, "row \(index)") { _ = try ServerCertificate(chain: chain, key: key) }
        }
    }

    @Test func `a damaged text is refused and says nothing of the key`() throws {
        var generator = SeededGenerator(seed: 1)
        let made = try authority.makeCertificate(names: ["a.test"])
        let whole = try pem(made.file)
        let secret = String(decoding: try pem(made.keyFile), as: UTF8.self).split(separator: "\n")[1]
        for _ in 0..<500 {
            var text = whole
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                text[Int.random(in: text.indices, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            do throws(ServerCertificateError) {
                _ = try ServerCertificate(chain: text, key: text)
            } catch {
                #expect(!"\(error)".contains(secret))
            }
        }
    }
}
