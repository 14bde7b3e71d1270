import Platform
import TestSupport
import Testing

@testable import Resolver

/// Name servers that mean harm, or are broken.
@Suite struct HostileServerTests {
    /// Random changes of good messages, by UDP and by TCP: every look-up ends, within the bounds or with an error.
    @Test func `mutated messages end in an answer within the bounds or in an error`() throws {
        let generator = LockedValue(SeededGenerator(seed: 23))
        let server = try TestNameServer { query in
            generator.withLock { generator in
                if !query.isTCP, Bool.random(using: &generator) { return .truncated([]) }
                let good = TestReply.records([
                    .cname("edge.test"), .a("192.0.2.1"), .aaaa("2001:db8::1"), .txt(["text"]),
                ])
                guard var bytes = good.message(to: query)?.dropFirst(2).map({ $0 }) else { return .silence }
                for _ in 0...Int.random(in: 0..<3, using: &generator) {
                    // The question stays as it is: c-ares drops what repeats another one.
                    let place = Int.random(in: min(30, bytes.count)..<bytes.count, using: &generator)
                    switch Int.random(in: 0..<4, using: &generator) {
                    case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
                    case 1: bytes[place] = 0xC0
                    case 2: bytes = Array(bytes.prefix(place))
                    default: bytes.insert(contentsOf: Array(repeating: 0xFF, count: place), at: place)
                    }
                    if bytes.count < 31 { break }
                }
                return .raw(bytes)
            }
        }
        let resolver = try NameResolverTests.resolver(server, attempt: .milliseconds(50))
        let answers = LockedValue<[Result<Resolution, ResolutionError>]>([])
        for number in 0..<1000 {
            resolver.resolve("n\(number).test", deadline: .now() + .seconds(5)) { result in
                answers.withLock { $0.append(result) }
            }
        }
        #expect(comesTrue { answers.withLock { $0.count } == 1000 })
        for case .success(let resolution) in answers.withLock({ $0 }) {
            #expect(resolution.addresses.count <= 2 * Answer.addressLimit)
            #expect(resolution.chain.count <= Answer.chainLimit + 1)
        }
    }

    @Test func `a server that accepts by TCP and says nothing costs the deadline`() throws {
        let server = try TestNameServer { $0.isTCP ? .silence : .truncated([]) }
        let resolver = try NameResolverTests.resolver(server)
        let begin = MonotonicTime.now()
        #expect(throws: ResolutionError.timedOut) {
            try resolver.texts("go.acme.test", deadline: begin + .milliseconds(100))
        }
        #expect(MonotonicTime.now() - begin < .seconds(40))
    }

    /// Field case 96: what one look-up told is the whole answer; a later flip does not reach it.
    @Test func `a name that flips flips for the next look-up`() throws {
        let server = try TestNameServer(zone: ["flip.test": [.a("203.0.113.5")]])
        let resolver = try NameResolverTests.resolver(server)
        let first = try resolver.resolve("flip.test", deadline: NameResolverTests.soon)
        server.set("flip.test", [.a("169.254.169.254"), .a("203.0.113.5")])
        let second = try resolver.resolve("flip.test", deadline: NameResolverTests.soon)
        #expect(first.addresses.map(\.description) == ["203.0.113.5"])
        #expect(second.addresses.map(\.description) == ["169.254.169.254", "203.0.113.5"])
        server.set("flip.test", nil)
        #expect(throws: ResolutionError.noSuchName) {
            try resolver.resolve("flip.test", deadline: NameResolverTests.soon)
        }
    }

    @Test func `a mapped address is the IPv4 address that it stands for`() throws {
        let server = try TestNameServer(zone: ["go.acme.test": [.aaaa("::ffff:127.0.0.1")]])
        let resolution = try NameResolverTests.resolver(server).resolve(
            "go.acme.test", deadline: NameResolverTests.soon)
        #expect(resolution.addresses.map(\.description) == ["127.0.0.1"])
        #expect(resolution.addresses.allSatisfy { $0.isIPv4 })
    }
}
