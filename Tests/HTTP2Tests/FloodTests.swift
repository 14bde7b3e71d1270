import HTTP2
import TestSupport
import Testing

/// Clients that send much and ask little: each is ended within a bound that is far below what would be felt.
@Suite struct FloodTests {
    typealias F = TestFrames

    struct Flood: CustomTestStringConvertible {
        let testDescription: String
        var opening: [UInt8] = []
        /// The frames of one round.
        let round: @Sendable (UInt32) -> [UInt8]

        init(_ sentence: String, opening: [UInt8] = [], _ round: @escaping @Sendable (UInt32) -> [UInt8]) {
            testDescription = sentence
            self.opening = opening
            self.round = round
        }
    }

    static let floods = [
        Flood("pings (CVE-2019-9512)") { _ in F.ping() },
        Flood("settings (CVE-2019-9515)") { _ in F.settings([(4, 65_535)]) },
        Flood("priorities (CVE-2019-9513)") { F.frame(2, 0, 2 * $0 + 1, [0, 0, 0, 0, 1]) },
        Flood("empty data (CVE-2019-9518)", opening: F.get(1, "/later", flags: F.endHeaders)) { _ in F.data(1) },
        Flood("window updates of 1") { _ in F.windowUpdate(0, 1) },
        Flood("frames of an unknown kind") { _ in F.frame(99) },
        Flood("rapid reset (CVE-2023-44487)") { F.get(2 * $0 + 1, "/later") + F.reset(2 * $0 + 1) },
        Flood("rapid reset of what is answered") { F.get(2 * $0 + 1) + F.reset(2 * $0 + 1) },
        Flood("streams broken so that the server resets them (CVE-2025-8671)") {
            F.get(2 * $0 + 1, "/later") + F.windowUpdate(2 * $0 + 1, 0x7FFF_FFFF)
        },
        Flood("content that was not announced (CVE-2025-8671)") {
            F.headers(2 * $0 + 1, F.request() + [("content-length", "0")], flags: F.endHeaders)
                + F.data(2 * $0 + 1, "x")
        },
        Flood("requests without a method (CVE-2019-9514)") { F.headers(2 * $0 + 1, [(":path", "/")]) },
    ]

    @Test(arguments: floods)
    func `a flood ends its connection`(_ flood: Flood) throws {
        let client = try TestSession(TestFrames.opening + flood.opening)
        var rounds: UInt32 = 0
        while client.session.failure == nil, rounds < 2_000 {
            client.send(flood.round(rounds + 1))
            rounds += 1
        }
        #expect(client.session.failure == .flooded)
        #expect(client.goAway?.error == ProtocolTests.calm)
        #expect(client.session.isDone)
        #expect(rounds <= 600)
    }

    @Test func `continuations without an end (CVE-2024-27316)`() throws {
        let client = try TestSession()
        client.send(F.get(1, flags: F.endStream))
        var rounds = 0
        while client.session.failure == nil, rounds < 1_000 {
            client.send(F.frame(9, 0, 1, F.block([("x", "y")])))
            rounds += 1
        }
        #expect(client.session.failure != nil)
        #expect(rounds < 600)
        #expect(client.streams.isEmpty)
    }

    @Test func `fields that unpack to much more than they are (CVE-2016-6581)`() throws {
        let client = try TestSession()
        // One entry of 4,000 bytes into the table, then one byte for each repetition: RFC 7541 section 6.1.
        let entry = [0x40] + F.string("x") + F.string(String(repeating: "y", count: 3_900))
        let bomb = F.block(F.request()) + entry + [UInt8](repeating: 0xBE, count: 8_000)
        client.send(F.frame(1, F.endHeaders | F.endStream, 1, bomb))
        #expect(client.session.failure == .headersTooLong)
        #expect(client.goAway?.error == ProtocolTests.calm)
        #expect(client.streams.isEmpty)
    }

    @Test func `trailers that unpack to much more than they are`() throws {
        let client = try TestSession()
        let entry = [0x40] + F.string("x") + F.string(String(repeating: "y", count: 3_900))
        client.send(F.get(1, "/later", flags: F.endHeaders))
        client.send(F.frame(1, F.endHeaders | F.endStream, 1, entry + [UInt8](repeating: 0xBE, count: 8_000)))
        #expect(client.session.failure == .headersTooLong)
        #expect(client.goAway?.error == ProtocolTests.calm)
    }

    @Test func `fields somewhat above the limit are refused as in HTTP 1, and the connection goes on`() throws {
        let client = try TestSession()
        let entry = [0x40] + F.string("x") + F.string(String(repeating: "y", count: 3_900))
        client.send(
            F.frame(
                1, F.endHeaders | F.endStream, 1, F.block(F.request()) + entry + [UInt8](repeating: 0xBE, count: 20)))
        #expect(client.heads == ["header section too long"])
        client.send(F.get(3))
        #expect(client.hasAnswer(3))
    }

    @Test func `who asks and takes the answers may do so for ever`() throws {
        let client = try TestSession()
        for round in 0..<3_000 {
            let stream = UInt32(2 * round + 1)
            client.send(F.get(stream) + F.ping() + F.windowUpdate(0, 5))
        }
        #expect(client.streams.count == 3_000)
        #expect(client.session.failure == nil)
    }

    @Test func `content may come a byte at a time, for some thousand bytes`() throws {
        let client = try TestSession()
        client.send(F.headers(1, F.request("/later"), flags: F.endHeaders))
        var bytes = 0
        while client.session.failure == nil, bytes < 20_000 {
            client.send(F.data(1, "x"))
            bytes += 1
        }
        #expect((8_000...9_000).contains(bytes))
        #expect(client.session.failure == .flooded)
    }

    @Test func `uploads in small pieces may follow each other for ever`() throws {
        let client = try TestSession()
        let piece = String(repeating: "x", count: 64)
        for round: UInt32 in 0..<20 {
            let stream = 2 * round + 1
            client.send(F.get(stream, flags: F.endHeaders))
            for _ in 1..<1_000 { client.send(F.data(stream, piece)) }
            client.send(F.data(stream, piece, flags: F.endStream))
        }
        #expect(client.streams.count == 20)
        #expect(client.session.failure == nil)
        #expect(!client.session.awaitsContent)
    }

    @Test func `a large answer pays for the window updates it needs`() throws {
        let client = try TestSession()
        client.content = String(repeating: "z", count: 1_000_000)
        client.send(F.get(1))
        var taken = client.content(of: 1).utf8.count
        while taken < 1_000_000, client.session.failure == nil {
            client.send(F.windowUpdate(0, 2_048) + F.windowUpdate(1, 2_048))
            let now = client.content(of: 1).utf8.count
            guard now > taken else { break }
            taken = now
        }
        #expect(taken == 1_000_000)
        #expect(client.session.failure == nil)
    }
}
