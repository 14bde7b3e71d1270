import Platform
import TestSupport
import Testing

@testable import Cryptography

@Suite struct TLSClientTests {
    /// One HAProxy with an entry for each kind of fault; it is started once for all tests.
    struct Surroundings: Sendable {
        let authority: CertificateAuthority
        let client: TLSClient
        let server: ScriptedServer
        let front: TLSFront

        static let kinds: [TestCertificateKind] = [
            .good, .expired, .notYetValid, .ending(days: 20), .ending(days: 22), .withoutAlternativeNames,
            .missingIntermediate, .withRoot, .selfSigned, .otherAuthority,
            .otherAuthorityAlone, .otherAuthorityWithRoot, .signedByRoot, .expiredIntermediate, .forClients,
        ]
        static let versions: [TLSFront.Version] = [.tls10, .tls11, .tls12, .tls13]

        static let once = Result { try Surroundings() }

        init() throws {
            let authority = try CertificateAuthority.shared()
            self.authority = authority
            client = try TLSClient(trust: TrustStore(bundle: authority.bundle))
            let server = try ScriptedServer { _ in .answer(text: "no request was expected") }
            self.server = server
            let good = try authority.makeCertificate(names: ["go.acme.test", "*.acme.test"])
            front = try TLSFront(
                Self.kinds.map { kind in
                    .init(try authority.makeCertificate(kind, names: ["go.acme.test"]), to: server.address)
                }
                    + Self.versions.map { version in
                        .init(
                            good, to: server.address, minimum: version, maximum: version, protocols: ["h2", "http/1.1"])
                    })
        }

        func address(_ kind: TestCertificateKind) throws -> SocketAddress {
            front.addresses[try #require(Self.kinds.firstIndex(of: kind))]
        }

        func address(_ version: TLSFront.Version) throws -> SocketAddress {
            front.addresses[Self.kinds.count + (try #require(Self.versions.firstIndex(of: version)))]
        }
    }

    let place: Surroundings

    init() throws {
        place = try Surroundings.once.get()
    }

    func inspect(
        _ address: SocketAddress, host: String = "go.acme.test", within time: Duration = .seconds(60)
    ) -> TLSInspection {
        place.client.inspect(address, host: host, deadline: .now() + time)
    }

    /// Field cases 107 and 108.
    static let findings: [(TestCertificateKind, [TrustFinding])] = [
        (.good, []), (.withRoot, []), (.signedByRoot, []), (.ending(days: 22), []), (.expired, [.expired]),
        (.notYetValid, [.notYetValid]), (.ending(days: 20), [.expiresSoon]),
        (.withoutAlternativeNames, [.nameMismatch]),
        (.missingIntermediate, [.incompleteChain]),
        (.selfSigned, [.selfSigned]), (.otherAuthority, [.unknownAuthority]),
        (.otherAuthorityAlone, [.incompleteChain]),
        (.otherAuthorityWithRoot, [.unknownAuthority]), (.expiredIntermediate, [.expired]),
        (.forClients, [.unsuitable]),
    ]

    @Test(arguments: findings)
    func `each fault of a chain is told from the others`(kind: TestCertificateKind, findings: [TrustFinding]) throws {
        let inspection = inspect(try place.address(kind))
        #expect(inspection.failure == nil)
        #expect(inspection.findings == findings)
        #expect(inspection.isTrusted == findings.allSatisfy { !$0.isFatal })
        #expect(inspection.chain.first?.subject == "CN=go.acme.test")
        #expect(inspection.connectTime != nil && inspection.handshakeTime != nil)
    }

    @Test func `every table of kinds is complete`() {
        #expect(Set(Self.findings.map(\.0)) == Set(Surroundings.kinds))
    }

    @Test(arguments: [
        ("go.acme.test", []), ("other.acme.test", []), ("a.b.acme.test", [TrustFinding.nameMismatch]),
        ("acme.test", [.nameMismatch]), ("go.acme.example", [.nameMismatch]),
    ])
    func `a wildcard stands for one label`(host: String, findings: [TrustFinding]) throws {
        #expect(inspect(try place.address(.tls13), host: host).findings == findings)
    }

    @Test func `two faults are both told`() throws {
        let inspection = inspect(try place.address(.expired), host: "shop.other.test")
        #expect(inspection.findings == [.nameMismatch, .expired])
    }

    @Test(arguments: [
        (TLSFront.Version.tls10, TLSVersion.tls10, [TrustFinding.protocolTooOld]), (.tls11, .tls11, [.protocolTooOld]),
        (.tls12, .tls12, []), (.tls13, .tls13, []),
    ])
    func `the version is told, and what is too old for Apple`(
        offered: TLSFront.Version, version: TLSVersion, findings: [TrustFinding]
    ) throws {
        let inspection = inspect(try place.address(offered))
        #expect(inspection.version == version)
        #expect(inspection.findings == findings)
        #expect(inspection.applicationProtocol == "http/1.1")
    }

    @Test func `the chain is told as it was presented`() throws {
        let chain = inspect(try place.address(.withRoot)).chain
        #expect(
            chain.map(\.subject) == [
                "CN=go.acme.test", "CN=Postern Test Intermediate,O=Postern Test", "CN=Postern Test Root,O=Postern Test",
            ])
        #expect(chain.map(\.isAuthority) == [false, true, true])
        #expect(chain.map(\.isSelfSigned) == [false, false, true])
        #expect(chain.first?.dnsNames == ["go.acme.test"])
        #expect(chain.first?.issuer == "CN=Postern Test Intermediate,O=Postern Test")
    }

    @Test(arguments: [TLSFront.Version.tls12, .tls13])
    func `a server that demands a certificate of its clients is told from one that fails`(version: TLSFront.Version)
        throws
    {
        var entry = TLSFront.Entry(
            try place.authority.makeCertificate(names: ["go.acme.test"]), to: place.server.address, minimum: version,
            maximum: version)
        entry.clientAuthorities = place.authority.bundle
        let front = try TLSFront([entry])
        let inspection = inspect(front.address)
        #expect(inspection.asksForCertificate)
        #expect(inspection.chain.first?.subject == "CN=go.acme.test")
        // In TLS 1.3 the client is through before the server has looked.
        #expect((inspection.failure == nil) == (version == .tls13))
        #expect(!inspect(try place.address(version)).asksForCertificate)
    }

    @Test func `no request is sent`() throws {
        let server = try ScriptedServer { _ in .answer() }
        let front = try TLSFront([
            .init(try place.authority.makeCertificate(names: ["go.acme.test"]), to: server.address)
        ])
        #expect(inspect(front.address).isTrusted)
        #expect(server.requests.isEmpty)
    }

    /// Field case 102: a handshake that never ends costs its deadline and no more.
    @Test func `a stalled handshake ends at the deadline`() throws {
        let server = try ScriptedServer { _ in [.stall] }
        let begin = MonotonicTime.now()
        var inspection = inspect(server.address, within: .milliseconds(150))
        // A busy machine may have let the time pass before it had connected.
        if inspection.failure == .connectTimedOut { inspection = inspect(server.address, within: .seconds(20)) }
        #expect(inspection.failure == .handshakeTimedOut)
        #expect(inspection.connectTime != nil && inspection.handshakeTime == nil)
        #expect(MonotonicTime.now() - begin < .seconds(60))
    }

    @Test func `a deadline that has passed makes no handshake`() throws {
        #expect(inspect(try place.address(.good), within: .zero).failure == .connectTimedOut)
    }

    @Test func `a closed port is told`() throws {
        let closed = try ClosedPort()
        guard case .notConnected = inspect(closed.address).failure else {
            Issue.record("a connection was made")
            return
        }
    }

    /// Servers that are no TLS servers; each says its bytes as soon as it is connected.
    @Test(arguments: [
        ("HTTP/1.1 400 Bad Request\r\n\r\n", TLSFailure.notTLS), ("220 mail.test ESMTP\r\n", .notTLS),
        ("", .closed(errno: nil)),
        ("\u{15}\u{3}\u{1}\u{0}\u{2}\u{2}\u{28}", .alert(code: 40)),
        ("\u{15}\u{3}\u{1}\u{0}\u{2}\u{2}\u{70}", .alert(code: 112)),
        ("\u{15}\u{3}\u{1}\u{0}\u{2}\u{2}\u{46}", .alert(code: 70)),
    ])
    func `what is no handshake is told`(said: String, failure: TLSFailure) throws {
        let listener = try ListeningSocket(.loopback())
        let address = listener.address
        let result = LockedValue<TLSInspection?>(nil)
        let thread = try Thread(name: "inspects") { [self] in
            let inspection = inspect(address)
            result.withLock { $0 = inspection }
        }
        var connection: Int32?
        #expect(
            comesTrue {
                guard case .connection(let descriptor, _) = listener.accept() else { return false }
                connection = descriptor
                return true
            })
        let descriptor = try #require(connection)
        _ = Socket.send(descriptor, Array(said.utf8).span)
        Socket.finishSending(descriptor)
        thread.join()
        Socket.close(descriptor)
        #expect(result.withLock { $0?.failure } == failure)
    }

    @Test func `garbage without end is cut off`() throws {
        // Handshake records that claim a message of 16 MiB.
        let record: [UInt8] = [22, 3, 3, 0x40, 0] + [2, 0xFF, 0xFF, 0xFF] + Array(repeating: 0, count: 16_380)
        let listener = try ListeningSocket(.loopback())
        let address = listener.address
        let result = LockedValue<TLSInspection?>(nil)
        let thread = try Thread(name: "inspects") { [self] in
            let inspection = inspect(address)
            result.withLock { $0 = inspection }
        }
        #expect(
            comesTrue {
                guard case .connection(let descriptor, _) = listener.accept() else { return false }
                _ = Socket.send(descriptor, record.span)
                Socket.finishSending(descriptor)
                return true
            })
        thread.join()
        guard case .protocolViolated? = result.withLock({ $0?.failure }) else {
            Issue.record("\(String(describing: result.withLock { $0?.failure }))")
            return
        }
    }
}
