import Platform
import Prober
import Resolver
import TestSupport
import Testing

@Suite struct TransferEngineTests {
    private static let host = "go.acme.example"

    @Test func `a file is fetched with the name in SNI, Host and certificate`() throws {
        let server = try ScriptedServer { _ in .answer(fields: [("Content-Type", "application/json")], text: "{}") }
        let front = try TransferSetting.front([Self.host], to: server)
        let setting = try TransferSetting(zone: [Self.host: [.a("127.0.0.1")]])
        let record = setting.fetch(Self.host, port: front.address.port, path: "/.well-known/x?y=1")
        #expect(record.outcome == .answered(status: 200))
        #expect(record.body == Array("{}".utf8))
        #expect(record.headers.value("content-type") == "application/json")
        #expect(record.remoteAddress == front.address)
        #expect(record.candidates == [front.address.address])
        #expect(record.attempts == [front.address.address])
        #expect(record.timing.total > .zero)
        let request = try #require(server.requests.first)
        #expect(request.target == "/.well-known/x?y=1")
        #expect(request.field("host") == "\(Self.host):\(front.address.port)")
        #expect(request.field("user-agent") == "AASA-Bot/1.0.0")
        #expect(request.field("cookie") == nil)
    }

    @Test func `a redirect is an answer, and nobody follows it (case 99)`() throws {
        let forbidden = try ForbiddenListener()
        let places = [
            "http://\(forbidden.address)/latest/", "https://\(forbidden.address)/", "file:///etc/passwd",
            "gopher://\(forbidden.address)/_x",
        ]
        let server = try ScriptedServer { .redirect(to: places[$0.earlier % places.count]) }
        let front = try TransferSetting.front([Self.host], to: server)
        let setting = try TransferSetting(zone: [Self.host: [.a("127.0.0.1")]])
        for place in places {
            let record = setting.fetch(Self.host, port: front.address.port)
            #expect(record.outcome == .answered(status: 302))
            #expect(record.headers.value("location") == place)
        }
        #expect(forbidden.accepts == 0)
        #expect(server.requests.count == places.count)
    }

    @Test(arguments: [
        [TestRecord.a("127.0.0.2")], [.a("127.0.0.1"), .a("169.254.169.254")], [.a("127.0.0.1"), .a("127.0.0.2")],
        [.aaaa("::ffff:127.0.0.2")], [.a("127.0.0.1"), .aaaa("::1")],
    ])
    func `one forbidden address blocks the name, and nothing is connected (cases 96 and 100)`(
        records: [TestRecord]
    ) throws {
        let server = try ScriptedServer { _ in .answer(text: "no") }
        let forbidden = try ForbiddenListener(SocketAddress(try #require(IPAddress("127.0.0.2")), port: 0))
        let setting = try TransferSetting(zone: [Self.host: records])
        for port in [server.address.port, forbidden.address.port] {
            guard case .failed(.blocked) = setting.fetch(Self.host, port: port).outcome else {
                Issue.record("the name is not blocked")
                return
            }
        }
        #expect(server.accepts == 0)
        #expect(forbidden.accepts == 0)
    }

    @Test func `a name that flips after the look-up is connected where it was judged (case 96)`() throws {
        let server = try ScriptedServer { _ in .answer(text: "judged") }
        let front = try TransferSetting.front([Self.host], to: server)
        let forbidden = try ForbiddenListener(
            SocketAddress(try #require(IPAddress("127.0.0.2")), port: front.address.port))
        let setting = try TransferSetting(answering: { query in
            guard query.type == 1 else { return .records([]) }
            return .records([.a(query.earlier < 1 ? "127.0.0.1" : "127.0.0.2")])
        })
        let first = setting.fetch(Self.host, port: front.address.port)
        #expect(first.body == Array("judged".utf8))
        guard case .failed(.blocked) = setting.fetch(Self.host, port: front.address.port).outcome else {
            Issue.record("the flipped name is not blocked")
            return
        }
        #expect(forbidden.accepts == 0)
        #expect(server.accepts == 1)
    }

    private static let chunked = [ScriptedStep].head(status: 200, fields: [("Transfer-Encoding", "chunked")])
    private static let zipped = [ScriptedStep].head(
        status: 200, fields: [("Content-Encoding", "gzip"), ("Connection", "close")])
    private static let zipHead: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    /// Stored blocks of no bytes (RFC 1951 section 3.2.4).
    private static let emptyBlocks = (0..<4096).flatMap { _ in [0x00, 0x00, 0x00, 0xFF, 0xFF] as [UInt8] }
    private static let filler = [UInt8](repeating: 0x61, count: 16_384)
    private static let field = Array("X-Filler: aaaaaaaaaaaaaaaa\r\n".utf8)

    private static let drip = [ScriptedStep].dripping(body: [UInt8](repeating: 0x20, count: 1000), every: .seconds(1))

    @Test(
        arguments: [
            ("drip", drip, .timedOut(.body)), ("stall", [.stall], .timedOut(.answer)),
            ("slow head", [.drip(Array("HTTP/1.1 200 OK\r\n".utf8), every: .seconds(1))], .timedOut(.answer)),
            ("ten gigabytes", .huge(byteCount: 10 << 30), .bodyTooLarge(limit: 65_536)),
            ("bomb", .bomb(decodedByteCount: 1 << 30), .bodyTooLarge(limit: 65_536)),
            ("endless fields", .endlessFields, .headersTooLarge),
            (
                "one endless field", [.bytes(Array("HTTP/1.1 200 OK\r\nX: ".utf8)), .repeated([0x61], times: nil)],
                .headersTooLarge
            ),
            (
                "a chunk's endless extension",
                [.bytes(chunked), .bytes(Array("5;x=".utf8)), .repeated(filler, times: nil)],
                .malformed(reason: "it goes on and on without a file")
            ),
            (
                "endless trailers", [.bytes(chunked), .bytes(Array("0\r\n".utf8)), .repeated(field, times: nil)],
                .headersTooLarge
            ),
            (
                "endless empty blocks of gzip", [.bytes(zipped + zipHead), .repeated(emptyBlocks, times: nil)],
                .malformed(reason: "it goes on and on without a file")
            ),
            (
                "an endless name in gzip",
                [.bytes(zipped + [0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 3]), .repeated(filler, times: nil)],
                .malformed(reason: "it goes on and on without a file")
            ),
            (
                "endless interim answers",
                [.repeated(Array("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n".utf8), times: nil)], .headersTooLarge
            ),
            (
                "HTTP/0.9", [.bytes(Array("{\"applinks\":{}}\n".utf8)), .close],
                .malformed(reason: "it is no HTTP/1.1")
            ),
            (
                "a zero byte in a field",
                [.bytes(Array("HTTP/1.1 200 OK\r\nServer: a\0b\r\nContent-Length: 0\r\n\r\n".utf8))],
                .malformed(reason: "it is no HTTP/1.1")
            ),
            (
                "a first field that begins with a space",
                [.bytes(Array("HTTP/1.1 200 OK\r\n X: a\r\nContent-Length: 0\r\n\r\n".utf8)), .close],
                .malformed(reason: "it cannot be read")
            ),
            (
                "an encoding that nobody asked for", .answer(fields: [("Content-Encoding", "zebra")], text: "x"),
                .undecodable(encoding: "zebra")
            ),
            ("close", [.close], .closed),
            (
                "no HTTP", [.bytes(Array("SSH-2.0-x\r\n".utf8)), .close],
                .malformed(reason: "it is no HTTP/1.1")
            ),
            (
                "cut short", [.bytes([ScriptedStep].head(status: 200, fields: [("Content-Length", "9")])), .close],
                .cutShort
            ),
            (
                "bad gzip", .answer(fields: [("Content-Encoding", "gzip")], text: "no gzip"),
                .undecodable(encoding: "gzip")
            ),
        ] as [(String, [ScriptedStep], TransferFailure)])
    func `a hostile server ends its own transfer and no other (case 102)`(
        name: String, steps: [ScriptedStep], failure: TransferFailure
    ) throws {
        let server = try ScriptedServer { $0.path == "/good" ? .answer(text: "good") : steps }
        let front = try TransferSetting.front([Self.host], to: server)
        let setting = try TransferSetting(zone: [Self.host: [.a("127.0.0.1")]])
        let record = try Self.patiently(failure) { timeout in
            let bad = Handover<TransferRecord>()
            setting.engine.fetch(setting.request(Self.host, port: front.address.port, timeout: timeout)) {
                bad.give($0)
            }
            #expect(setting.fetch(Self.host, port: front.address.port, path: "/good").outcome == .answered(status: 200))
            return bad.take()
        }
        #expect(record.outcome == .failed(failure))
        #expect(record.body.count <= 65_536)
        #expect(record.remoteAddress?.port == front.address.port)
        #expect(setting.engine.abandoned == 0)
    }

    /// Fetches what will end in a failure: in time, where its phase is what matters and the time is over at first before
    /// the machine comes to it.
    private static func patiently(
        _ failure: TransferFailure, _ fetch: (Duration) throws -> TransferRecord
    ) throws -> TransferRecord {
        guard case .timedOut = failure else { return try fetch(.seconds(60)) }
        for timeout in [Duration.seconds(1), .seconds(4)] {
            let record = try fetch(timeout)
            if record.outcome == .failed(failure) { return record }
        }
        return try fetch(.seconds(30))
    }

    @Test func `a TLS handshake that stalls is told as one`() throws {
        let silent = try ScriptedServer { _ in [.stall] }
        let setting = try TransferSetting(zone: [Self.host: [.a("127.0.0.1")]])
        let failure = TransferFailure.timedOut(.handshake)
        let record = try Self.patiently(failure) {
            setting.fetch(Self.host, port: silent.address.port, timeout: $0)
        }
        #expect(record.outcome == .failed(failure))
    }

    /// The head of a TLS record with a handshake's message, of the longest length.
    private static let record: [UInt8] = [0x16, 0x03, 0x03, 0x40, 0x00]

    @Test func `a TLS handshake that comes byte by byte is told as one that stalls`() throws {
        let slow = try ScriptedServer(
            greeting: [.bytes(Self.record), .drip([UInt8](repeating: 0, count: 9999), every: .milliseconds(200))]
        ) { _ in [.close] }
        let setting = try TransferSetting(zone: [Self.host: [.a("127.0.0.1")]])
        let failure = TransferFailure.timedOut(.handshake)
        let record = try Self.patiently(failure) {
            setting.fetch(Self.host, port: slow.address.port, timeout: $0)
        }
        #expect(record.outcome == .failed(failure))
    }

    @Test(arguments: [
        ("noise", [UInt8](repeating: 0, count: 4096)), ("an answer", Array("HTTP/1.1 400 Bad Request\r\n".utf8)),
        ("a long message", record + [2, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 16_380)),
        ("warnings", [0x15, 0x03, 0x03, 0x00, 0x02, 1, 90]),
    ])
    func `what is no handshake ends one, however long it goes on`(name: String, bytes: [UInt8]) throws {
        let server = try ScriptedServer(greeting: [.repeated(bytes, times: nil)]) { _ in [.close] }
        let setting = try TransferSetting(zone: [Self.host: [.a("127.0.0.1")]])
        let record = setting.fetch(Self.host, port: server.address.port)
        #expect(record.outcome == .failed(.tls(.handshakeFailed)))
    }

    @Test func `a resolver that never answers ends at the deadline (case 105)`() throws {
        let setting = try TransferSetting(answering: { _ in .silence })
        let record = setting.fetch(Self.host, port: 443, timeout: .seconds(1))
        #expect(record.outcome == .failed(.timedOut(.resolve)))
    }

    @Test func `a name without address, and a port where nobody listens`() throws {
        let setting = try TransferSetting(zone: [Self.host: [.a("127.0.0.1")]])
        let closed = try ClosedPort()
        let port = closed.address.port
        guard case .failed(.unresolved) = setting.fetch("no.acme.example", port: port).outcome,
            case .failed(.connectFailed) = setting.fetch(Self.host, port: port).outcome
        else {
            Issue.record("wrong failure")
            return
        }
        withExtendedLifetime(closed) {}
    }

    @Test(arguments: [
        (TestCertificateKind.expired, [TLSFault.expired]), (.notYetValid, [.notYetValid]), (.selfSigned, [.selfSigned]),
        (.withoutAlternativeNames, [.nameMismatch]), (.missingIntermediate, [.unknownAuthority, .incompleteChain]),
        (.otherAuthority, [.unknownAuthority]),
    ])
    func `a bad certificate is refused for its reason (case 108)`(kind: TestCertificateKind, faults: [TLSFault]) throws
    {
        let server = try ScriptedServer { _ in .answer(text: "secret") }
        let front = try TransferSetting.front(
            kind == .withoutAlternativeNames ? ["x.example"] : [Self.host], kind, to: server)
        let setting = try TransferSetting(zone: [Self.host: [.a("127.0.0.1")]])
        guard case .failed(.tls(let fault)) = setting.fetch(Self.host, port: front.address.port).outcome else {
            Issue.record("not refused")
            return
        }
        #expect(faults.contains(fault))
        #expect(server.requests.isEmpty)
    }

    @Test func `connections to origins serve once, those to a service again`() throws {
        let server = try ScriptedServer { _ in .answer(text: "x") }
        let front = try TransferSetting.front([Self.host], to: server)
        let setting = try TransferSetting(
            zone: [Self.host: [.a("127.0.0.1")]],
            limits: [.appleCDN: ServiceLimits(concurrency: 1, reusesConnections: true)])
        for service in [TransferService.origin, .origin, .appleCDN, .appleCDN, .appleCDN] {
            let record = setting.engine.fetch(
                setting.request(Self.host, port: front.address.port, service: service))
            #expect(record.outcome == .answered(status: 200))
        }
        #expect(server.requests.count == 5)
        #expect(server.accepts == 3)
        #expect(setting.names.queries.count == 6)
    }

    @Test func `a service that says Retry-After is not asked before`() throws {
        let server = try ScriptedServer { _ in .answer(status: 429, fields: [("Retry-After", "3600")]) }
        let front = try TransferSetting.front([Self.host], to: server)
        let setting = try TransferSetting(zone: [Self.host: [.a("127.0.0.1")]])
        let request = setting.request(Self.host, port: front.address.port, service: .googleDAL)
        #expect(setting.engine.fetch(request).outcome == .answered(status: 429))
        #expect(setting.engine.fetch(request).outcome == .failed(.deferred))
        #expect(server.requests.count == 1)
    }

    @Test func `a transfer that finds no slot in its time is never begun`() throws {
        let server = try ScriptedServer { _ in [.stall] }
        let front = try TransferSetting.front([Self.host], to: server)
        let setting = try TransferSetting(zone: [Self.host: [.a("127.0.0.1")]])
        let configuration = TransferEngine.Configuration(
            bundle: try CertificateAuthority.shared().bundle, limits: [.origin: ServiceLimits(concurrency: 1)],
            queueLimit: .milliseconds(300))
        let engine = try TransferEngine(configuration, resolver: setting.resolver)
        let request = setting.request(Self.host, port: front.address.port)
        #expect(
            comesTrue {
                engine.fetch(request) { _ in }
                return !server.requests.isEmpty
            })
        #expect(engine.fetch(request).outcome == .failed(.timedOut(.queue)))
        #expect(server.accepts == 1)
    }

    @Test(arguments: [1, 32, 1000])
    func `as many domains as are checked at once have room`(domains: Int) {
        let configuration = TransferEngine.Configuration(domains: domains)
        #expect(configuration.concurrency == 6 * domains)
        #expect(configuration.limits[.origin]?.concurrency == 4 * domains)
    }

    @Test func `a trust store without certificates is no start (case 109)`() throws {
        let directory = try TemporaryDirectory.make("postern-bundle")
        try File.replace("\(directory)/empty.pem", with: [])
        let resolver = try NameResolver()
        for path in ["\(directory)/empty.pem", "\(directory)/none.pem"] {
            #expect {
                try TransferEngine(TransferEngine.Configuration(bundle: path), resolver: resolver)
            } throws: { error in
                guard case .trustStore(path, _) = error as? TransferEngineError else { return false }
                return true
            }
        }
    }

    @Test func `an engine that stops ends its transfers`() throws {
        let server = try ScriptedServer { _ in [.stall] }
        let front = try TransferSetting.front([Self.host], to: server)
        let setting = try TransferSetting(zone: [Self.host: [.a("127.0.0.1")]])
        let given = Handover<TransferRecord>()
        setting.engine.fetch(setting.request(Self.host, port: front.address.port)) { given.give($0) }
        #expect(comesTrue { !server.requests.isEmpty })
        setting.engine.stop()
        #expect(given.take().outcome == .failed(.cancelled))
        #expect(setting.fetch(Self.host, port: front.address.port).outcome == .failed(.cancelled))
    }
}
