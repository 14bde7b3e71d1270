import HTTP2
import TestSupport
import Testing

/// The frame-level cases of RFC 9113: what a client must not send, and what comes of it.
@Suite struct ProtocolTests {
    typealias F = TestFrames

    /// What has to come of a client's bytes.
    enum Outcome {
        /// The connection ends with one of these errors.
        case connection(Set<UInt32>)
        /// Stream 1 ends with one of these errors, or the connection does: RFC 9113 section 5.4.1 allows it.
        case stream(Set<UInt32>)
    }

    struct Case: CustomTestStringConvertible {
        let bytes: [UInt8]
        let outcome: Outcome
        let testDescription: String

        init(_ sentence: String, _ bytes: [UInt8], _ outcome: Outcome) {
            testDescription = sentence
            self.bytes = bytes
            self.outcome = outcome
        }
    }

    // RFC 9113 section 7.
    static let protocolError: UInt32 = 1
    static let flowControl: UInt32 = 3
    static let closed: UInt32 = 5
    static let frameSize: UInt32 = 6
    static let compression: UInt32 = 9
    static let calm: UInt32 = 11

    static let open = F.headers(1, F.request("/later"), flags: F.endHeaders)
    static let closing = F.headers(1, F.request("/later"))

    static let connectionCases: [Case] = [
        Case("3.4: DATA on stream 0", F.data(0, "x"), .connection([protocolError])),
        Case("5.1: DATA on an idle stream", F.data(1, "x"), .connection([protocolError])),
        Case("5.1: RST_STREAM on an idle stream", F.reset(1), .connection([protocolError])),
        Case("5.1: WINDOW_UPDATE on an idle stream", F.windowUpdate(1, 1), .connection([protocolError])),
        Case("5.1: DATA after END_STREAM", closing + F.data(1, "x"), .stream([closed])),
        Case("5.1: HEADERS after END_STREAM", closing + F.get(1), .stream([closed, protocolError])),
        Case("5.1.1: HEADERS on an even stream", F.get(2), .connection([protocolError])),
        Case("5.1.1: HEADERS on stream 0", F.get(0), .connection([protocolError])),
        Case(
            "4.2: a frame above the size allowed", F.frame(0, 0, 1, .init(repeating: 0, count: 16_385)),
            .connection([frameSize])),
        Case(
            "4.2: HEADERS above the size allowed", F.frame(1, 5, 1, .init(repeating: 0, count: 16_385)),
            .connection([frameSize])),
        Case("4.3: a block that cannot be unpacked", F.frame(1, 5, 1, [0x80]), .connection([compression])),
        Case("4.3: an index beyond the tables", F.frame(1, 5, 1, [0xFF, 0x80, 0x02]), .connection([compression])),
        Case(
            "6.1: padding as long as the frame", open + F.frame(0, F.padded, 1, [3, 0, 0]), .connection([protocolError])
        ),
        Case(
            "6.2: padding of HEADERS as long as the frame", F.frame(1, 0xD, 1, [9, 0x82]), .connection([protocolError])),
        Case("6.3: PRIORITY on stream 0", F.frame(2, 0, 0, [0, 0, 0, 0, 0]), .connection([protocolError])),
        Case("6.3: PRIORITY of 4 bytes", open + F.frame(2, 0, 1, [0, 0, 0, 0]), .stream([frameSize])),
        Case("6.4: RST_STREAM on stream 0", F.reset(0), .connection([protocolError])),
        Case("6.4: RST_STREAM of 3 bytes", open + F.frame(3, 0, 1, [0, 0, 0]), .connection([frameSize])),
        Case("6.5: SETTINGS on a stream", F.frame(4, 0, 1), .connection([protocolError])),
        Case("6.5: SETTINGS of 5 bytes", F.frame(4, 0, 0, [0, 0, 0, 0, 0]), .connection([frameSize])),
        Case(
            "6.5: an acknowledgement with settings", F.settings([(4, 1)], flags: F.acknowledged),
            .connection([frameSize])),
        Case("6.5.2: ENABLE_PUSH of 2", F.settings([(2, 2)]), .connection([protocolError])),
        Case("6.5.2: a window above its limit", F.settings([(4, 0x8000_0000)]), .connection([flowControl])),
        Case("6.5.2: a frame size below its limit", F.settings([(5, 16_383)]), .connection([protocolError])),
        Case("6.5.2: a frame size above its limit", F.settings([(5, 16_777_216)]), .connection([protocolError])),
        Case(
            "6.6: PUSH_PROMISE from a client", open + F.frame(5, 4, 1, [0, 0, 0, 2, 0x82]), .connection([protocolError])
        ),
        Case("6.7: PING on a stream", F.frame(6, 0, 1, .init(repeating: 0, count: 8)), .connection([protocolError])),
        Case("6.7: PING of 7 bytes", F.frame(6, 0, 0, .init(repeating: 0, count: 7)), .connection([frameSize])),
        Case("6.8: GOAWAY on a stream", F.frame(7, 0, 1, .init(repeating: 0, count: 8)), .connection([protocolError])),
        Case("6.9: a WINDOW_UPDATE of 0", F.windowUpdate(0, 0), .connection([protocolError])),
        Case("6.9: a WINDOW_UPDATE of 0 on a stream", open + F.windowUpdate(1, 0), .stream([protocolError])),
        Case("6.9: a WINDOW_UPDATE of 3 bytes", F.frame(8, 0, 0, [0, 0, 1]), .connection([frameSize])),
        Case("6.9.1: a window that overflows", F.windowUpdate(0, 0x7FFF_FFFF), .connection([flowControl])),
        Case("6.9.1: a stream's window that overflows", open + F.windowUpdate(1, 0x7FFF_FFFF), .stream([flowControl])),
        Case(
            "6.9.2: settings that let a window overflow",
            open + F.windowUpdate(1, 0x7000_0000) + F.settings([(4, 0x7FFF_FFFF)]), .stream([flowControl])),
        Case("6.10: CONTINUATION without HEADERS", F.frame(9, 4, 1, [0x82]), .connection([protocolError])),
        Case(
            "6.10: CONTINUATION after the end of HEADERS", open + F.frame(9, 4, 1, [0x82]), .connection([protocolError])
        ),
        Case("6.10: PING within a header block", F.get(1, flags: 1) + F.ping(), .connection([protocolError])),
        Case(
            "6.10: CONTINUATION of another stream", F.get(1, flags: 1) + F.frame(9, 4, 3), .connection([protocolError])),
        Case(
            "6.10: an unknown frame within a header block", F.get(1, flags: 1) + F.frame(99),
            .connection([protocolError])),
    ]

    static func malformed(_ sentence: String, _ fields: [(String, String)]) -> Case {
        Case(sentence, F.headers(1, fields), .stream([protocolError]))
    }

    static let good = F.request()

    static let malformedRequests: [Case] = [
        malformed("8.2.1: a field name in upper case", good + [("X-Name", "a")]),
        malformed("8.2.1: a field name with a space", good + [("x name", "a")]),
        malformed("8.2.1: a NUL in a value (case 93)", good + [("x", "a\0b")]),
        malformed("8.2.1: a line end in a value", good + [("x", "a\r\nhost: b.test")]),
        malformed("8.2.1: a blank ahead of a value", good + [("x", " a")]),
        malformed("8.2.2: Connection", good + [("connection", "close")]),
        malformed("8.2.2: Transfer-Encoding", good + [("transfer-encoding", "chunked")]),
        malformed("8.2.2: Upgrade", good + [("upgrade", "websocket")]),
        malformed("8.2.2: TE with more than trailers", good + [("te", "trailers, deflate")]),
        malformed("8.3: a pseudo-header field behind a field", [("a", "b")] + good),
        malformed("8.3: an unknown pseudo-header field", good + [(":secret", "a")]),
        malformed("8.3: a response's pseudo-header field", good + [(":status", "200")]),
        malformed("8.3.1: a pseudo-header field twice", good + [(":path", "/")]),
        malformed("8.3.1: no method", good.filter { $0.0 != ":method" }),
        malformed("8.3.1: no scheme", good.filter { $0.0 != ":scheme" }),
        malformed("8.3.1: no path", good.filter { $0.0 != ":path" }),
        malformed("8.3.1: an empty path", F.request("")),
        malformed("8.3.1: a path without slash", F.request("x")),
        malformed("8.3.1: a path with a space", F.request("/a b")),
        malformed("8.5: CONNECT with a path", [(":method", "CONNECT"), (":authority", "a:1"), (":path", "/")]),
        malformed("8.1.1: content that was announced, and an end without it", good + [("content-length", "5")]),
    ]

    static let brokenContents: [Case] = [
        Case(
            "8.1.1: less content than was announced",
            F.headers(1, F.request("/later") + [("content-length", "5")], flags: F.endHeaders)
                + F.data(1, "abc", flags: F.endStream), .stream([protocolError])),
        Case(
            "8.1.1: more content than was announced",
            F.headers(1, F.request("/later") + [("content-length", "1")], flags: F.endHeaders)
                + F.data(1, "abc", flags: F.endStream), .stream([protocolError])),
        Case(
            "8.1: trailers without an end", open + F.headers(1, [("x", "y")], flags: F.endHeaders),
            .stream([protocolError])),
        Case("8.1: a pseudo-header field in trailers", open + F.get(1), .stream([protocolError])),
    ]

    @Test(arguments: malformedRequests)
    func `a malformed request is told once, however it comes`(_ fault: Case) throws {
        for size in [nil, 1, 7] {
            let client = try TestSession()
            client.send(fault.bytes, pieces: size)
            #expect(client.rejections == [.malformed])
            #expect(client.streams.isEmpty)
        }
    }

    @Test func `a malformed request is told once over continuations, and malformed content not at all`() throws {
        let client = try TestSession()
        let block = F.block(Self.good + [("X", "a"), ("x y", "b"), ("connection", "close")])
        client.send(F.frame(1, F.endStream, 1, Array(block[..<60])) + F.frame(9, F.endHeaders, 1, Array(block[60...])))
        #expect(client.rejections == [.malformed])
        client.send(F.headers(3, Self.good + [("content-length", "0")], flags: F.endHeaders) + F.data(3, "x"))
        #expect(client.rejections == [.malformed])
        expectAlive(client)
    }

    @Test(arguments: connectionCases + malformedRequests + brokenContents)
    func `what a client must not send ends its stream or its connection`(_ fault: Case) throws {
        for size in [nil, 1, 7] {
            let client = try TestSession()
            client.send(fault.bytes, pieces: size)
            switch fault.outcome {
            case .connection(let errors):
                let error = try #require(client.goAway?.error)
                #expect(errors.contains(error))
                #expect(client.session.failure == .protocolViolated)
                #expect(client.session.isDone)
            case .stream(let errors):
                let reset = client.frames(of: 1).first { $0.kind == 3 }
                let error = try #require(reset?.error ?? client.goAway?.error)
                #expect(errors.contains(error))
                if reset != nil { expectAlive(client) }
            }
        }
    }

    /// The connection goes on: the next request is answered.
    private func expectAlive(_ client: TestSession) {
        client.send(F.get(101))
        #expect(client.hasAnswer(101))
    }

    @Test func `5.1.1: HEADERS on a lower stream are no request`() throws {
        let client = try TestSession()
        client.send(F.get(5) + F.get(3))
        #expect(client.streams == [5])
        #expect(client.frames(of: 3).isEmpty)
        expectAlive(client)
    }

    @Test func `3.4: another preface ends the connection`() throws {
        for bytes in ["GET / HTTP/1.1\r\nHost: a.test\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\rX"] {
            let client = try TestSession([])
            client.send(Array(bytes.utf8))
            #expect(client.session.failure == .protocolViolated)
            #expect(client.streams.isEmpty)
        }
    }

    @Test func `3.4: a preface without settings ends the connection`() throws {
        let client = try TestSession(TestFrames.preface + F.get(1))
        #expect(client.goAway?.error == Self.protocolError)
        #expect(client.streams.isEmpty)
    }

    @Test func `a connection begins with settings, and acknowledges the client's`() throws {
        let client = try TestSession()
        #expect(client.frames.first?.kind == 4)
        #expect(client.frames.contains { $0.kind == 4 && $0.flags == F.acknowledged })
        client.send(F.ping())
        #expect(client.frames.last == SentFrame(kind: 6, flags: 1, stream: 0, payload: .init(repeating: 7, count: 8)))
    }

    @Test(arguments: [nil, 1, 3, 10])
    func `a request is read in any pieces, over continuations and with padding`(_ size: Int?) throws {
        let client = try TestSession()
        let block = F.block(F.request("/split") + [("x", String(repeating: "y", count: 200))])
        client.send(
            F.frame(1, F.endStream, 1, Array(block[..<20])) + F.frame(9, 0, 1, Array(block[20..<40]))
                + F.frame(9, F.endHeaders, 1, Array(block[40...]))
                + F.frame(1, 0xD, 3, [4] + F.block(F.request("/padded")) + [0, 0, 0, 0])
                + F.frame(99, 0xFF, 1, [1, 2, 3]) + F.frame(2, 0, 7, [0, 0, 0, 0, 1]) + F.get(5, "/last"),
            pieces: size)
        #expect(client.streams == [1, 3, 5])
        #expect(client.heads.map { $0.split(separator: " ")[1] } == ["/split", "/padded", "/last"])
        for stream: UInt32 in [1, 3, 5] {
            #expect(client.hasAnswer(stream))
            #expect(client.content(of: stream) == "hello")
        }
        #expect(client.session.failure == nil)
        #expect(!client.session.isWithinFrame)
    }

    @Test func `fields that agree with each other only here are refused by name`() throws {
        let client = try TestSession()
        client.send(F.headers(1, Self.good + [("host", "b.test")]))
        client.send(F.headers(3, Self.good.filter { $0.0 != ":scheme" } + []))
        client.send(
            F.headers(5, [(":method", "GET"), (":scheme", "ftp"), (":authority", "a.test"), (":path", "/")]))
        #expect(client.heads == ["conflicting hosts", "invalid pseudo field"])
    }

    @Test func `an answer may come before the content, which is thrown away, and trailers are no request`() throws {
        let client = try TestSession()
        client.send(F.get(1, flags: F.endHeaders))
        #expect(client.hasAnswer(1))
        client.send(F.data(1, "late") + F.data(1, "later", flags: F.endStream))
        client.send(F.headers(3, F.request("/later"), flags: F.endHeaders))
        client.send(F.data(3, "x") + F.headers(3, [("x", "y")]))
        #expect(client.streams == [1, 3])
        client.respond(3)
        client.receive()
        #expect(client.hasAnswer(3))
        #expect(!client.frames.contains { $0.kind == 3 })
        #expect(client.session.failure == nil)
    }

    @Test func `8.1: a stream with far more content than a request may have ends without an error`() throws {
        let client = try TestSession()
        client.send(F.get(1, flags: F.endHeaders))
        for _ in 0..<16 { client.send(F.data(1, String(repeating: "x", count: 16_384))) }
        #expect(!client.frames.contains { $0.kind == 3 })
        client.send(F.data(1, "x"))
        #expect(client.frames(of: 1).last?.error == 0)
        client.send(F.data(1, "x"))
        expectAlive(client)
    }

    @Test func `8.1: content is awaited to its end, to that of its stream, or until it is given up`() throws {
        let client = try TestSession()
        let open = F.get(1, flags: F.endHeaders)
        for end in [F.data(1, flags: F.endStream), F.headers(1, [("x", "y")]), F.reset(1)] {
            let client = try TestSession()
            client.send(open)
            #expect(client.hasAnswer(1))
            #expect(client.session.awaitsContent)
            client.send(end)
            #expect(!client.session.awaitsContent)
        }
        client.send(open + F.data(1, "abcdef").dropLast(3))
        #expect(client.session.awaitsContent)
        #expect(!client.session.isWithinFrame)
        #expect(client.session.giveUpContent())
        client.receive()
        #expect(client.frames(of: 1).last?.error == 0)
        // What is left is that of a frame.
        #expect(client.session.awaitsContent)
        #expect(!client.session.giveUpContent())
        client.send(Array("def".utf8))
        #expect(!client.session.awaitsContent)
        expectAlive(client)
    }

    @Test func `5.1.2: a stream beyond the limit is refused, and one that ended makes room`() throws {
        let client = try TestSession(streams: 2)
        client.send(F.settings(flags: F.acknowledged) + F.get(1, "/later") + F.get(3, "/later"))
        client.send(F.get(5))
        let refused = client.frames(of: 5).last?.error ?? client.goAway?.error
        #expect([Self.protocolError, 7].contains(try #require(refused)))
        let patient = try TestSession(streams: 2)
        patient.send(F.get(1, "/later") + F.get(3, "/later") + F.get(5))
        #expect(patient.frames(of: 5).last?.error == 7)
        #expect(patient.rejections == [.refused])
        patient.respond(1)
        patient.receive()
        patient.send(F.get(7))
        #expect(patient.hasAnswer(1))
        #expect(patient.hasAnswer(7))
    }

    /// Whatever a client sends, the session ends or goes on: nothing traps, and no request comes of a broken one.
    @Test func `random bytes and broken frames are survived`() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<300 {
            let client = try TestSession()
            var bytes = F.get(1) + F.settings([(4, 100)]) + F.get(3, "/later", flags: F.endHeaders) + F.data(3, "abc")
            bytes += F.windowUpdate(0, 5) + F.ping() + F.reset(3) + F.get(5)
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            client.send(bytes, pieces: Int.random(in: 1...40, using: &generator))
            #expect(client.streams.count <= 4)
        }
    }
}
