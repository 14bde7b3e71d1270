import Association
import DeepLinks
import FleetStore
import Platform
import TestSupport
import Testing

@testable import Prober

/// Fetching from gateways over real sockets.
@Suite struct NodeChecksTests {
    private static let host = "go.acme.example"
    private static let path = "/.well-known/apple-app-site-association"

    private func ask(
        _ url: String, networks: [String] = [], listed: [String] = [], kind: AssociationKind = .aasa
    ) throws -> Observation {
        let setting = try TransferSetting()
        let access = NodeAccess(
            networks: networks.compactMap { AddressBlock($0) }, listed: listed.compactMap { NodeURL($0) })
        let checks = NodeChecks(access, engine: setting.engine)
        let node = FleetNode(name: "one", url: try #require(NodeURL(url)), registration: nil)
        let given = Handover<Observation>()
        checks.ask(node, for: kind, of: try HostName(Self.host)) { given.give($0) }
        return given.take()
    }

    @Test func `a gateway is asked at its address in the domain's name, without a port`() throws {
        let server = try ScriptedServer { _ in .answer(text: "{}") }
        let seen = try ask("http://\(server.address)", networks: ["127.0.0.0/8"])
        #expect(seen.outcome == .answered(status: 200) && seen.body == Array("{}".utf8))
        #expect(seen.thing == .nodeFile(.aasa, node: "one"))
        #expect(seen.url == "http://\(server.address)\(Self.path)")
        #expect(seen.remoteAddress == server.address)
        let request = try #require(server.requests.first)
        #expect(request.target == Self.path)
        #expect(request.field("host") == Self.host)
        let other = try ask("http://\(server.address)", networks: ["127.0.0.0/8"], kind: .assetlinks)
        #expect(other.url.hasSuffix("/.well-known/assetlinks.json"))
    }

    @Test func `over TLS the certificate has to be the domain's, and a PROXY header goes first where it is expected`()
        throws
    {
        let server = try ScriptedServer { _ in .answer(text: "{}") }
        let authority = try CertificateAuthority.shared()
        var proxied = TLSFront.Entry(try authority.makeCertificate(names: [Self.host]), to: server.address)
        proxied.expectsProxyHeader = true
        let front = try TLSFront([
            .init(try authority.makeCertificate(names: [Self.host]), to: server.address), proxied,
            .init(try authority.makeCertificate(names: ["other.acme.example"]), to: server.address),
        ])
        let (good, header, wrong) = (front.addresses[0], front.addresses[1], front.addresses[2])
        #expect(try ask("https://\(good)", networks: ["127.0.0.0/8"]).outcome == .answered(status: 200))
        #expect(server.requests.first?.field("host") == Self.host)
        #expect(try ask("https://\(header)?proxy=v1", networks: ["127.0.0.0/8"]).outcome == .answered(status: 200))
        #expect(try ask("https://\(header)", networks: ["127.0.0.0/8"]).outcome.status == nil)
        let refused = try ask("https://\(wrong)", networks: ["127.0.0.0/8"])
        #expect(refused.outcome == .failed(.tls(.nameMismatch)))
    }

    @Test func `a gateway's certificate is seen, behind a PROXY header too, and nobody elsewhere is asked for one`()
        throws
    {
        let server = try ScriptedServer { _ in .answer(text: "{}") }
        let certificate = try CertificateAuthority.shared().makeCertificate(names: [Self.host])
        var proxied = TLSFront.Entry(certificate, to: server.address)
        proxied.expectsProxyHeader = true
        let front = try TLSFront([.init(certificate, to: server.address), proxied])
        let setting = try TransferSetting()
        let checks = NodeChecks(
            NodeAccess(networks: [AddressBlock("127.0.0.1/32")].compactMap(\.self)), engine: setting.engine,
            checks: try DomainChecks(engine: setting.engine, resolver: setting.resolver), timeout: .seconds(60))
        func inspect(_ url: String) throws -> TLSEvidence? {
            let node = FleetNode(name: "one", url: try #require(NodeURL(url)), registration: nil)
            let given = Handover<TLSEvidence?>()
            checks.inspect(node, for: try HostName(Self.host)) { given.give($0) }
            return given.take()
        }
        let plain = try #require(try inspect("https://\(front.addresses[0])"))
        #expect(plain.leaf?.names == [Self.host] && plain.fault == nil)
        #expect(try inspect("https://\(front.addresses[1])?proxy=v1")?.leaf == plain.leaf)
        #expect(try inspect("http://\(front.addresses[0])") == nil)
        let elsewhere = try ForbiddenListener(SocketAddress(IPAddress(ipv4: 0x7F00_0002), port: 0))
        #expect(try inspect("https://\(elsewhere.address)") == nil)
        #expect(elsewhere.accepts == 0 && server.requests.isEmpty)
    }

    @Test func `whoever registers a gateway elsewhere makes nobody connect there`() throws {
        let forbidden = try ForbiddenListener()
        for url in ["http://\(forbidden.address)", "http://169.254.169.254", "http://8.8.8.8"] {
            for (networks, listed) in [([], []), (["10.0.0.0/8"], []), ([], ["http://127.0.0.1:1"])] {
                let seen = try ask(url, networks: networks, listed: listed)
                guard case .failed(.blocked(_, let reason)) = seen.outcome else {
                    Issue.record("\(url) is not blocked: \(seen.outcome)")
                    continue
                }
                #expect(reason == "outside the networks of the gateways (--node-network)")
            }
        }
        #expect(forbidden.accepts == 0)
    }

    @Test func `a gateway of the list is asked wherever it is`() throws {
        let server = try ScriptedServer { _ in .answer(text: "{}") }
        let url = "http://\(server.address)"
        #expect(try ask(url, listed: [url]).outcome == .answered(status: 200))
    }
}
