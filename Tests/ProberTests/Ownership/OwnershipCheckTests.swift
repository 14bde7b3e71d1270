import DeepLinks
import FleetStore
import Platform
import TestSupport
import Testing

@testable import Prober

/// What proves that a tenant controls a name, and what does not.
@Suite struct OwnershipCheckTests {
    private static let host = "go.acme.example"
    private static let path = "/.well-known/postern-verification.txt"

    private func proof(_ domain: String = host) throws -> DomainProof {
        DomainProof(
            domain: try DomainName(domain), tenant: try #require(TenantName("acme")),
            token: "00112233445566778899aabbccddeeff", checks: 0)
    }

    private func finding(
        _ domain: String = host, zone: [String: [TestRecord]] = [:], certificate: TestCertificateKind = .good,
        allows: Bool = true,
        _ answer: @escaping @Sendable (ScriptedRequest) -> [ScriptedStep] = { _ in
            .answer(status: 404)
        }
    ) throws -> OwnershipFinding {
        let origin = try ScriptedServer(answer)
        let front = try TLSFront([
            .init(
                try CertificateAuthority.shared().makeCertificate(certificate, names: [Self.host]), to: origin.address)
        ])
        let setting = try TransferSetting(zone: [Self.host: [.a("127.0.0.1")]].merging(zone) { $1 })
        let configuration = DomainChecks.Configuration(
            policy: allows ? TransferSetting.policy : AddressPolicy(), originPort: front.address.port)
        return OwnershipCheck(configuration, engine: setting.engine, resolver: setting.resolver)
            .check(try proof(domain))
    }

    @Test func `the TXT record proves, among others and in pieces`() throws {
        let text = try proof().recordText
        let zone: [String: [TestRecord]] = [
            "_postern.go.acme.example": [
                .txt(["v=spf1 -all"]), .txt([String(text.prefix(9)), String(text.dropFirst(9))]),
            ]
        ]
        #expect(try finding(zone: zone) == .proved(.dns))
    }

    @Test func `a wildcard is proved at its parent, and by no file`() throws {
        let text = try proof().recordText
        #expect(
            try finding("*.acme.example", zone: ["_postern.acme.example": [.txt([text])]]) == .proved(.dns))
        let missing = try finding("*.acme.example", zone: ["acme.example": [.a("127.0.0.1")]]) { _ in
            .answer(text: text)
        }
        #expect(missing == .missing("_postern.acme.example: the name does not exist"))
    }

    @Test func `a file on the name's own server proves`() throws {
        let text = try proof().recordText
        let found = try finding { request in
            request.path == Self.path ? .answer(text: "# ours\r\n \(text) \r\n") : .answer(status: 404)
        }
        #expect(found == .proved(.file))
    }

    @Test(arguments: ["other token", "redirect", "404", "long line", "foreign certificate", "private address"])
    func `what is no proof is told with the reason`(_ kind: String) throws {
        let text = try proof().recordText
        let found = try finding(
            zone: ["_postern.go.acme.example": [.txt(["postern-verification=ffffffffffffffffffffffffffffffff"])]],
            certificate: kind == "foreign certificate" ? .expired : .good, allows: kind != "private address"
        ) { _ in
            switch kind {
            case "other token": .answer(text: "postern-verification=0")
            case "redirect": .answer(status: 302, fields: [("Location", "/proof")], text: text)
            case "404": .answer(status: 404, text: text)
            case "long line": .answer(text: "x\(text)")
            default: .answer(text: text)
            }
        }
        guard case .missing(let problem) = found else {
            Issue.record("\(kind) proved")
            return
        }
        #expect(problem.hasPrefix("_postern.go.acme.example has no TXT record with this text; https://"), "\(problem)")
    }
}
