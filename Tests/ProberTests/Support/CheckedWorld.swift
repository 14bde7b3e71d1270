import Cryptography
import DeepLinks
import Platform
import Prober
import Resolver
import TestSupport

/// A host, Apple's network and Google's API, all on 127.0.0.1, and the checks over them.
final class CheckedWorld: Sendable {
    static let host = "go.acme.example"
    static let aasa = #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.acme.shop"],"components":[{"/":"/p/*"}]}]}}"#
    static let assetlinks = """
        [{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app",\
        "package_name":"com.acme.shop","sha256_cert_fingerprints":["\(fingerprint)"]}}]
        """
    static let fingerprint = (0..<32).map { $0 < 16 ? "0\(String($0, radix: 16, uppercase: true))" : "AB" }
        .joined(separator: ":")
    static let google = """
        {"statements":[{"source":{"web":{"site":"https://go.acme.example."}},"relation":\
        "delegate_permission/common.handle_all_urls","target":{"androidApp":{"packageName":"com.acme.shop","certificate":\
        {"sha256Fingerprint":"\(fingerprint)"}}}}],"maxAge":"599.99s","debugString":"x"}
        """

    /// A server at 127.0.0.2, another address of the host.
    struct Second {
        var certificate = TestCertificateKind.good
        var script: @Sendable (ScriptedRequest) -> [ScriptedStep] = CheckedWorld.well
    }

    let origin: ScriptedServer
    private let second: ScriptedServer?
    let apple: AppleNetwork
    let dal: ScriptedServer
    let front: TLSFront
    let names: TestNameServer
    let checks: DomainChecks
    private let resolver: NameResolver
    private let engine: TransferEngine

    /// Builds the world.
    init(
        certificate kind: TestCertificateKind = .good, certificateNames: [String] = [host],
        maximum: TLSFront.Version = .tls13, apple fetch: AppleNetwork.Fetch = .file(aasa),
        records: [TestRecord] = [.a("127.0.0.1")],
        google answer: String = google, timeout: Duration = .seconds(60), second: Second? = nil,
        demandsClientCertificate: Bool = false, isPlain: Bool = false,
        routes: AddressRoutes = AddressRoutes(),
        origin script: @escaping @Sendable (ScriptedRequest) -> [ScriptedStep] = CheckedWorld.well
    ) throws {
        let refusal = Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)
        origin = try ScriptedServer(greeting: isPlain ? [.bytes(refusal)] : [], script)
        apple = try AppleNetwork(fetch)
        dal = try ScriptedServer { request in
            request.path.hasSuffix("assetlinks:check")
                ? .answer(text: #"{"linked":true,"maxAge":"599s"}"#) : .answer(text: answer)
        }
        let authority = try CertificateAuthority.shared()
        let services = try authority.makeCertificate(names: ["apple.test.example", "google.test.example"])
        var entries: [TLSFront.Entry] = [
            .init(
                try authority.makeCertificate(kind, names: certificateNames), to: origin.address,
                minimum: maximum == .tls11 ? .tls10 : .tls12, maximum: maximum),
            .init(services, to: apple.server.address), .init(services, to: dal.address),
        ]
        if demandsClientCertificate { entries[0].clientAuthorities = authority.bundle }
        var records = records
        self.second = try second.map { try ScriptedServer($0.script) }
        if let second, let server = self.second {
            var entry = TLSFront.Entry(
                try authority.makeCertificate(second.certificate, names: certificateNames), to: server.address,
                address: SocketAddress(IPAddress(ipv4: 0x7F00_0002), port: 0))
            entry.sharesPort = true
            entries.append(entry)
            records.append(.a("127.0.0.2"))
        }
        front = try TLSFront(entries)
        names = try TestNameServer(zone: [
            Self.host: records, "acme.example": records, "apple.test.example": [.a("127.0.0.1")],
            "google.test.example": [.a("127.0.0.1")],
        ])
        resolver = try NameResolver(TransferSetting.patient(names))
        engine = try TransferEngine(TransferEngine.Configuration(bundle: authority.bundle), resolver: resolver)
        var configuration = DomainChecks.Configuration(
            policy: second == nil ? TransferSetting.dualPolicy : TransferSetting.pairPolicy,
            appleCDN: TransferURL(host: "apple.test.example", port: front.addresses[1].port, target: "/a/v1"),
            googleDAL: TransferURL(host: "google.test.example", port: front.addresses[2].port, target: "/v1"),
            originPort: isPlain ? origin.address.port : front.address.port, timeout: timeout)
        configuration.routes = routes
        checks = try DomainChecks(configuration, engine: engine, resolver: resolver)
    }

    /// Checks the host.
    func report(
        _ domain: String = host, packages: [String] = [], certificates: Set<SHA256Digest> = []
    ) throws -> DomainReport {
        let apps = packages.compactMap { PackageName($0) }.map { ProbeTarget.AndroidApp($0) }
        return checks.check(
            ProbeTarget(try DomainName(domain), androidApps: apps, certificates: certificates))
    }

    /// What a host answers that is well.
    @Sendable static func well(_ request: ScriptedRequest) -> [ScriptedStep] {
        let fields = [("Content-Type", "application/json")]
        switch request.path {
        case "/.well-known/apple-app-site-association": return .answer(fields: fields, text: aasa)
        case "/.well-known/assetlinks.json": return .answer(fields: fields, text: assetlinks)
        default: return .answer(status: 404)
        }
    }
}
