import Platform
import TestSupport
import Testing

@testable import Resolver

@Suite struct NameResolverTests {
    static func resolver(_ server: TestNameServer, attempt: Duration = .seconds(60)) throws -> NameResolver {
        // So many that the deadline decides, however late a busy machine lets the server answer.
        try NameResolver(ResolverConfiguration(servers: [server.address], attemptTimeout: attempt, attempts: 12))
    }

    static var soon: MonotonicTime { .now() + .seconds(60) }

    @Test func `all addresses of both families come in one order`() throws {
        let server = try TestNameServer(zone: [
            "go.acme.test": [
                .aaaa("2001:db8::2"), .a("203.0.113.9"), .a("127.0.0.1"), .aaaa("2001:db8::1"), .a("127.0.0.1"),
            ]
        ])
        let resolution = try Self.resolver(server).resolve("Go.Acme.Test", deadline: Self.soon)
        #expect(resolution.addresses.map(\.description) == ["127.0.0.1", "203.0.113.9", "2001:db8::1", "2001:db8::2"])
        #expect(resolution.chain == ["go.acme.test"])
        #expect(resolution.incomplete == nil)
        #expect(resolution.timeToLive == .seconds(60))
        #expect(Set(server.queries.map(\.type)) == [1, 28])
    }

    @Test func `a chain of aliases is told`() throws {
        let server = try TestNameServer(zone: [
            "go.acme.test": [.cname("edge.cdn.test")], "edge.cdn.test": [.cname("e1.cdn.test")],
            "e1.cdn.test": [.a("192.0.2.1")],
        ])
        let resolution = try Self.resolver(server).resolve("go.acme.test", deadline: Self.soon)
        #expect(resolution.chain == ["go.acme.test", "edge.cdn.test", "e1.cdn.test"])
        #expect(resolution.canonicalName == "e1.cdn.test")
        #expect(resolution.addresses.map(\.description) == ["192.0.2.1"])
    }

    @Test func `texts are told`() throws {
        let server = try TestNameServer(zone: [
            "_postern.acme.test": [.txt(["postern=", "abc"]), .txt(["v=spf1 -all"])]
        ])
        let resolver = try Self.resolver(server)
        #expect(try resolver.texts("_postern.acme.test", deadline: Self.soon).texts == ["postern=abc", "v=spf1 -all"])
        #expect(throws: ResolutionError.noRecords) { try resolver.resolve("_postern.acme.test", deadline: Self.soon) }
    }

    static let failures: [(TestReply, ResolutionError)] = [
        (.code(3), .noSuchName), (.code(2), .serverFailed), (.code(4), .serverFailed), (.code(5), .refused),
        (.records([]), .noRecords), (.records([.cname("b.test")]), .noRecords),
    ]

    @Test(arguments: failures)
    func `a failure has its type`(reply: TestReply, error: ResolutionError) throws {
        let server = try TestNameServer { _ in reply }
        let resolver = try Self.resolver(server)
        #expect(throws: error) { try resolver.resolve("go.acme.test", deadline: Self.soon) }
        #expect(throws: error) { try resolver.texts("go.acme.test", deadline: Self.soon) }
    }

    @Test(arguments: [
        [TestRecord.raw(type: 1, data: [1, 2, 3])], [.raw(type: 1, data: [1, 2, 3, 4, 5])],
        [.cname("go.acme.test")], (0...64).map { .a("10.0.0.\($0)") },
    ])
    func `a malformed answer is told`(records: [TestRecord]) throws {
        let server = try TestNameServer { query in query.type == 1 ? .truncated(records) : .records([]) }
        let error = #expect(throws: ResolutionError.self) {
            try Self.resolver(server).resolve("go.acme.test", deadline: Self.soon)
        }
        guard case .malformedAnswer = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `an answer that is cut short comes by TCP`() throws {
        let texts = (0..<40).map { TestRecord.txt([String(repeating: "x", count: 200) + "\($0)"]) }
        let server = try TestNameServer { _ in .truncated(texts) }
        let resolution = try Self.resolver(server).texts("go.acme.test", deadline: Self.soon)
        #expect(resolution.texts.count == 40)
        #expect(server.queries.map(\.isTCP) == [false, true])
    }

    @Test func `one family is an answer, and the other's failure is told`() throws {
        let server = try TestNameServer { $0.type == 1 ? .records([.a("192.0.2.1")]) : .code(2) }
        let resolution = try Self.resolver(server).resolve("go.acme.test", deadline: Self.soon)
        #expect(resolution.addresses.count == 1)
        #expect(resolution.incomplete == .serverFailed)
        let six = try TestNameServer { $0.type == 1 ? .records([]) : .records([.aaaa("2001:db8::1")]) }
        #expect(try Self.resolver(six).resolve("go.acme.test", deadline: Self.soon).incomplete == nil)
    }

    @Test func `a lost question is asked again`() throws {
        let server = try TestNameServer { $0.earlier == 0 ? .silence : .records([.a("192.0.2.1")]) }
        let resolver = try Self.resolver(server, attempt: .milliseconds(20))
        #expect(try resolver.resolve("go.acme.test", deadline: Self.soon).addresses.count == 1)
    }

    /// Field case 105: a resolver black hole, and a dead first server.
    @Test func `silence ends at the deadline`() throws {
        let server = try TestNameServer { _ in .silence }
        let resolver = try Self.resolver(server)
        let begin = MonotonicTime.now()
        #expect(throws: ResolutionError.timedOut) {
            try resolver.resolve("go.acme.test", deadline: begin + .milliseconds(150))
        }
        let elapsed = MonotonicTime.now() - begin
        #expect(elapsed >= .milliseconds(150) && elapsed < .seconds(40))
    }

    @Test func `a family that answers is not lost when the other stays silent`() throws {
        let server = try TestNameServer { $0.type == 1 ? .records([.a("192.0.2.1")]) : .silence }
        let resolver = try Self.resolver(server)
        // The deadline has to pass, but not before the one family has answered.
        for time in [Duration.milliseconds(150), .seconds(3), .seconds(30)] {
            let resolution = try? resolver.resolve("go.acme.test", deadline: .now() + time)
            guard let resolution else { continue }
            #expect(resolution.addresses.count == 1)
            #expect(resolution.incomplete == .timedOut)
            return
        }
        Issue.record("the family that answers is lost")
    }

    @Test func `a dead first server does not matter`() throws {
        let dead = try TestNameServer { _ in .silence }
        let server = try TestNameServer(zone: ["go.acme.test": [.a("192.0.2.1")]])
        let resolver = try NameResolver(
            ResolverConfiguration(
                servers: [dead.address, server.address], attemptTimeout: .milliseconds(20), attempts: 12))
        #expect(try resolver.resolve("go.acme.test", deadline: Self.soon).addresses.count == 1)
    }

    @Test func `a server that is not there is told from silence`() throws {
        let address = try TestNameServer { _ in .silence }.address
        let resolver = try NameResolver(ResolverConfiguration(servers: [address]))
        #expect(throws: ResolutionError.unreachable) { try resolver.resolve("go.acme.test", deadline: Self.soon) }
    }

    @Test func `answers to another question are not taken`() throws {
        let server = try TestNameServer { query in
            // A well-formed answer that repeats the question `x.` instead of the one asked.
            query.type == 1
                ? .raw([
                    0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0x78, 0, 0, 1, 0, 1, 1, 0x78, 0, 0, 1, 0, 1, 0, 0, 0, 9, 0,
                    4, 1, 2, 3, 4,
                ])
                : .records([])
        }
        #expect(throws: ResolutionError.timedOut) {
            try Self.resolver(server).resolve("go.acme.test", deadline: .now() + .milliseconds(150))
        }
    }

    /// Field cases 98 and 114.
    @Test(arguments: [
        ("127.0.0.1", ResolutionError.malformedName), ("go.acme.test.", .malformedName), ("", .malformedName),
        ("a\\.b", .malformedName), ("localhost", .noSuchName), ("x.onion", .noSuchName),
    ])
    func `what must not be asked for is not`(name: String, error: ResolutionError) throws {
        let server = try TestNameServer { _ in .records([.a("192.0.2.1")]) }
        #expect(throws: error) { try Self.resolver(server).resolve(name, deadline: Self.soon) }
        #expect(server.queries.isEmpty)
    }

    @Test func `names stand as they are: no search list, no hosts file`() throws {
        let server = try TestNameServer { _ in .code(3) }
        let resolver = try Self.resolver(server)
        for name in ["ip6-localhost", "acme"] {
            #expect(throws: ResolutionError.noSuchName) { try resolver.resolve(name, deadline: Self.soon) }
        }
        #expect(Set(server.queries.map(\.name)) == ["ip6-localhost", "acme"])
    }

    @Test func `each look-up has a source port of its own`() throws {
        let server = try TestNameServer { _ in .records([.a("192.0.2.1")]) }
        let resolver = try Self.resolver(server)
        for _ in 0..<20 { _ = try resolver.resolve("go.acme.test", deadline: Self.soon) }
        #expect(Set(server.queries.map(\.sourcePort)).count > 15)
    }
}
