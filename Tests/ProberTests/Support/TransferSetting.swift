import Platform
import Prober
import Resolver
import TestSupport

/// An engine over a name server and TLS servers of the test.
final class TransferSetting: Sendable {
    let names: TestNameServer
    let resolver: NameResolver
    let engine: TransferEngine

    /// The policy under which servers of the test may be reached: 127.0.0.1 and nothing else.
    static let policy = AddressPolicy(allowing: [AddressBlock("127.0.0.1/32")].compactMap(\.self))

    /// The policy under which 127.0.0.1 and ::1 may be reached.
    static let dualPolicy = AddressPolicy(allowing: ["127.0.0.1/32", "::1/128"].compactMap { AddressBlock($0) })

    /// The policy under which 127.0.0.1 and 127.0.0.2 may be reached.
    static let pairPolicy = AddressPolicy(allowing: [AddressBlock("127.0.0.0/30")].compactMap(\.self))

    /// Asks a name server once and waits for it, however long the machine takes.
    static func patient(_ names: TestNameServer) -> ResolverConfiguration {
        ResolverConfiguration(servers: [names.address], attemptTimeout: .seconds(60))
    }

    init(
        zone: [String: [TestRecord]] = [:], limits: [TransferService: ServiceLimits] = [:], concurrency: Int = 64
    ) throws {
        names = try TestNameServer(zone: zone)
        resolver = try NameResolver(Self.patient(names))
        engine = try TransferEngine(
            TransferEngine.Configuration(
                bundle: try CertificateAuthority.shared().bundle, limits: limits, concurrency: concurrency),
            resolver: resolver)
    }

    init(answering answer: @escaping @Sendable (TestQuery) -> TestReply) throws {
        names = try TestNameServer(answer)
        resolver = try NameResolver(Self.patient(names))
        engine = try TransferEngine(
            TransferEngine.Configuration(bundle: try CertificateAuthority.shared().bundle), resolver: resolver)
    }

    /// Fetches a path of a host.
    func fetch(
        _ host: String, port: UInt16, path: String = "/", limit: Int = 1 << 16, timeout: Duration = .seconds(60)
    ) -> TransferRecord {
        engine.fetch(request(host, port: port, path: path, limit: limit, timeout: timeout))
    }

    func request(
        _ host: String, port: UInt16, path: String = "/", limit: Int = 1 << 16, timeout: Duration = .seconds(60),
        service: TransferService = .origin
    ) -> TransferRequest {
        TransferRequest(
            TransferURL(host: host, port: port, target: path), service: service, userAgent: "AASA-Bot/1.0.0",
            policy: Self.policy, bodyLimit: limit, timeout: timeout)
    }

    /// A TLS server with a good certificate for the names, before a scripted one.
    static func front(
        _ names: [String], _ kind: TestCertificateKind = .good, to server: ScriptedServer,
        minimum: TLSFront.Version = .tls12, maximum: TLSFront.Version = .tls13
    ) throws -> TLSFront {
        let certificate = try CertificateAuthority.shared().makeCertificate(kind, names: names)
        return try TLSFront([.init(certificate, to: server.address, minimum: minimum, maximum: maximum)])
    }
}
