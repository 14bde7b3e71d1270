import Foundation
import TestSupport
import Testing

/// `testssl` from Debian's package, which looks for all that is known to be wrong with TLS servers.
@Suite struct TLSScanTests {
    private static let isSlow = ProcessInfo.processInfo.environment["POSTERN_SLOW"] != nil

    /// One finding, as `--jsonfile` writes it.
    private struct Finding: Decodable {
        var id: String
        var severity: String
        var finding: String
    }

    /// What is about the certificate and its authority, which is that of the tests: it has no revocation and no public log.
    private static let foreign: Set<String> = [
        "cert_revocation", "cert_chain_of_trust", "certificate_transparency", "DNS_CAArecord", "cert_extlifeSpan",
        "cert_validityPeriod", "cert_serialNumberLen",
    ]

    /// What is no fault; `WARN` says of a check that it could not be made.
    private static let harmless: Set<String> = ["OK", "INFO", "WARN"]

    @Test(.enabled(if: isSlow))
    func `a scan finds nothing worse than a note`() throws {
        let host = "go.shop.example"
        let folder = try TemporaryFolder()
        try folder.write(
            """
            { version: 1, tenants: [
                { name: "shop", web: "https://www.shop.example/",
                  domains: [{ host: "\(host)", attested: true, strictTransport: "max-age=31536000" }] },
            ] }
            """, to: "fleet.json5")
        let authority = try CertificateAuthority.shared()
        let certificates = folder.url.appendingPathComponent("certificates")
        try FileManager.default.createDirectory(at: certificates, withIntermediateDirectories: true)
        let made = try authority.makeCertificate(.ending(days: 80), names: [host])
        for (file, ending) in [(made.file, "pem"), (made.keyFile, "key")] {
            let target = certificates.appendingPathComponent("go.\(ending)")
            try FileManager.default.copyItem(at: URL(fileURLWithPath: file), to: target)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target.path)
        }
        let gateway = try GatewayProcess([
            "--fleet=\(folder.url.path)/fleet.json5", "--tls-listen=127.0.0.1:0", "--certificates=\(certificates.path)",
        ])
        let port = try #require(gateway.address("https").split(separator: ":").last)
        let report = folder.url.appendingPathComponent("report.json")
        let scan = try Program.run(
            "/usr/bin/env",
            [
                "testssl", "--quiet", "--color", "0", "--warnings", "off", "--ip", "127.0.0.1", "--add-ca",
                authority.bundle, "--jsonfile", report.path, "\(host):\(port)",
            ])
        let findings = try JSONDecoder().decode([Finding].self, from: Data(contentsOf: report))
        #expect(findings.count { $0.severity == "OK" } > 30, "\(scan.output)")
        for finding in findings where !Self.foreign.contains(finding.id) {
            #expect(
                Self.harmless.contains(finding.severity), "\(finding.id): \(finding.severity), \(finding.finding)")
        }
        #expect(gateway.stop() == 0)
    }
}
