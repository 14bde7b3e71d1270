import Cryptography
import Foundation
import HTTP2
import HTTPServer
import HTTPWire
import Platform
import TestSupport
import Testing

/// Connections that speak HTTP/2, from the socket to the handler: the same answers as over HTTP/1.1.
@Suite struct StreamConnectionTests {
    private static let isSlow = ProcessInfo.processInfo.environment["POSTERN_SLOW"] != nil

    func makeServer(
        _ names: [String] = ["a.test"], _ change: (inout ServerConfiguration) -> Void = { _ in }
    ) throws -> SecureTestServer {
        try SecureTestServer(naming: names, speaksHTTP2: true, change)
    }

    /// What curl says after an answer.
    static let summary = ["-w", " %{http_version} %{http_code} %{num_connects}\n"]

    @Test func `requests share a connection, and records name the version`() throws {
        let server = try makeServer()
        let said = try server.curl(
            "a.test", "/one?x=y",
            ["https://a.test/two"] + Self.summary + ["-w", "|%{http_version} %{http_code} %{num_connects}|"])
        #expect(said.status == 0, "\(said.output)")
        #expect(said.output.contains("/two|2 200 1|"), "\(said.output)")
        #expect(said.output.contains("/one?x=y|2 200 0|"), "\(said.output)")
        #expect(server.statistics.multiplexed == 1)
        #expect(server.statistics.streamRequests == 2)
        let records = server.plain.records()
        #expect(records.map(\.version) == [.http2, .http2])
        #expect(records.map { "\($0.target)" } == ["/two", "/one?x=y"])
        #expect(records.allSatisfy { $0.isSecure && $0.tenant == 7 && "\($0.host)" == "a.test" && $0.bytes > 0 })
        let old = try server.curl("a.test", "/old", ["--http1.1", "-w", "|%{http_version}|"])
        #expect(old.output == "/old|1.1|")
        #expect(server.plain.records().map(\.version) == [.http11])
        let oldest = try server.curl("a.test", "/oldest", ["--http1.0"])
        #expect(oldest.output == "/oldest")
        #expect(server.plain.records().map(\.version) == [.http10])
    }

    @Test func `an answer has its fields in lower case, a date, and nothing of a connection`() throws {
        let server = try makeServer()
        let said = try server.curl("a.test", "/abc", ["-i"])
        #expect(said.output.hasPrefix("HTTP/2 200"), "\(said.output)")
        for field in ["date: ", "content-type: text/plain", "content-length: 4"] {
            #expect(said.output.contains(field), "\(said.output)")
        }
        #expect(!said.output.lowercased().contains("connection"))
        let head = try server.curl("a.test", "/abc", ["-I"])
        #expect(head.status == 0)
        #expect(head.output.contains("content-length: 4"), "\(head.output)")
    }

    @Test func `a large answer comes whole, also to a slow reader`() throws {
        let server = try makeServer()
        for options in [[], ["--limit-rate", "4M"]] {
            let said = try server.curl(
                "a.test", "/large?5000000", options + ["-o", "/dev/null", "-w", "%{size_download}"])
            #expect(said.output == "5000000")
            #expect(said.status == 0)
        }
        #expect(server.eventually { server.statistics.openConnections == 0 })
        #expect(server.statistics.streamFailures.isEmpty)
    }

    @Test func `many streams at once are all answered`() throws {
        let server = try makeServer()
        let urls = (1..<100).map { "https://a.test/large?\($0 * 1_000)" }
        let said = try server.curl(
            "a.test", "/large?100000",
            ["--parallel", "--parallel-max", "50", "-w", "%{size_download}\n", "-o", "/dev/null"]
                + urls.flatMap { [$0, "-o", "/dev/null"] })
        let sizes = said.output.split(separator: "\n").compactMap { Int($0) }
        #expect(sizes.sorted() == (1...100).map { $0 * 1_000 })
        #expect(server.statistics.streamRequests == 100)
    }

    @Test(arguments: [(0, "405"), (60_000, "405"), (70_000, "413")])
    func `content is thrown away, and refused when it is announced to be too long`(size: Int, status: String) throws {
        let server = try makeServer()
        let content = String(repeating: "x", count: size)
        let said = try server.curl(
            "a.test", "/abc", ["-d", content, "-o", "/dev/null", "-w", "%{http_version} %{http_code}"])
        #expect(said.output == "2 \(status)", "\(said.output)")
    }

    @Test(arguments: ["/a#b", "/%"])
    func `a target is judged by the parser of HTTP 1`(target: String) throws {
        let server = try makeServer()
        let said = try server.curl(
            "a.test", "/", ["--request-target", target, "-o", "/dev/null", "-w", "%{http_version} %{http_code}"])
        #expect(said.output == (target.contains("#") ? "2 400" : "2 200"), "\(said.output)")
    }

    @Test func `a host outside the certificate is 421, and the connection goes on`() throws {
        let server = try makeServer(["a.test", "*.a.test"])
        let said = try server.curl(
            "a.test", "/x",
            [
                "-H", "Host: b.test", "-o", "/dev/null", "-w", "%{http_code} %{num_connects}\n", "--next", "-sS",
                "--cacert", server.authority.bundle, "--connect-to", "a.test:443:127.0.0.1:\(server.address.port)",
                "-H", "Host: sub.a.test", "-w", "%{http_code} %{num_connects}\n", "-o", "/dev/null",
                "https://a.test/y", "--next", "-sS", "--cacert", server.authority.bundle, "--connect-to",
                "a.test:443:127.0.0.1:\(server.address.port)", "-H", "Host: b.test", "-o", "/dev/null", "-w",
                "%{http_code} %{num_connects}\n",
            ])
        #expect(said.output == "421 1\n200 0\n421 0\n" || said.output.contains("421"), "\(said.output)")
        #expect(server.statistics.misdirected >= 1)
    }

    @Test func `deferred replies come each to its own stream, in any order`() throws {
        let server = try makeServer { $0.deadlines.deferredReply = .seconds(600) }
        let completes = try Thread(name: "completes") { [deferrals = server.plain.deferrals] in
            guard comesTrue({ deferrals.count == 3 }) else { return }
            for index in [2, 0, 1] { deferrals.complete(index, "reply") }
        }
        let said = try server.curl(
            "a.test", "/deferred",
            ["--parallel", "https://a.test/deferred", "https://a.test/deferred", "https://a.test/now"])
        #expect(said.output.components("reply") == 3, "\(said.output)")
        #expect(said.output.contains("/now"))
        completes.join()
        #expect(server.plain.server.statistics.owedReplies == 0)
        #expect(server.plain.records().filter { $0.link == 3 }.count == 3)
    }

    @Test func `a deferred reply that does not come is 503, and comes too late later`() throws {
        let server = try makeServer { $0.deadlines.deferredReply = .milliseconds(20) }
        let said = try server.curl("a.test", "/deferred", ["-i"])
        #expect(said.output.hasPrefix("HTTP/2 503"), "\(said.output)")
        #expect(said.output.contains("retry-after: 1"))
        server.plain.deferrals.complete(0, "late")
        #expect(server.eventually { server.statistics.completionsDropped == 1 })
        #expect(server.statistics.owedReplies == 0)
    }

    @Test func `an answer that is deferred and given anyway is the given one`() throws {
        let server = try makeServer()
        let said = try server.curl("a.test", "/answered-and-deferred", Self.summary)
        #expect(said.output == " 2 200 1\n")
        server.plain.deferrals.complete(0, "late")
        #expect(server.eventually { server.statistics.completionsDropped == 1 })
    }

    @Test func `a handler that fails is 500 for its stream alone`() throws {
        let server = try makeServer()
        let said = try server.curl(
            "a.test", "/nothing",
            ["https://a.test/split", "https://a.test/abc", "-w", "|%{http_code} %{num_connects}|"])
        #expect(said.output.contains("|500 1|"), "\(said.output)")
        #expect(said.output.contains("|500 0|"), "\(said.output)")
        #expect(said.output.contains("/abc|200 0|"), "\(said.output)")
    }

    @Test func `a load of many connections and streams loses nothing`() throws {
        let server = try makeServer { $0.loops = 2 }
        let said = try Program.run(
            "/usr/bin/env",
            [
                "h2load", "-n", "4000", "-c", "8", "-m", "50", "--connect-to=\(server.address)",
                "https://a.test/abc", "https://a.test/large?20000",
            ])
        #expect(said.output.contains("4000 succeeded, 0 failed, 0 errored"), "\(said.output)")
        #expect(said.output.contains("4000 2xx"), "\(said.output)")
        #expect(server.statistics.streamRequests == 4000)
        #expect(server.statistics.multiplexed == 8)
        #expect(server.eventually { server.statistics.openConnections == 0 })
        #expect(server.statistics.streamFailures.isEmpty)
    }

    // MARK: - Frames by hand

    /// Says frames to the server, after the preface and settings, and listens until the server ends.
    private func say(_ frames: [UInt8], settings: [(UInt16, UInt32)] = [], to server: SecureTestServer) throws {
        let bytes = TestFrames.preface + TestFrames.settings(settings) + frames
        let text = bytes.map { byte in
            let digits = String(byte, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }.joined()
        _ = try server.client(["-servername", "a.test", "-alpn", "h2", "-quiet"], input: text)
        #expect(server.eventually { server.statistics.openConnections == 0 })
    }

    @Test func `a stream that its client resets leaves no reply behind`() throws {
        let server = try makeServer {
            $0.deadlines.deferredReply = .seconds(600)
            $0.deadlines.idle = .milliseconds(20)
        }
        try say(TestFrames.get(1, "/deferred") + TestFrames.reset(1), to: server)
        #expect(server.plain.deferrals.count == 1)
        #expect(server.statistics.owedReplies == 0)
        #expect(server.plain.records().map(\.status) == [RequestRecord.abandoned])
    }

    @Test func `a stream that the server resets leaves no reply behind, and what comes late finds none`() throws {
        let server = try makeServer {
            $0.deadlines.deferredReply = .seconds(600)
            $0.deadlines.idle = .milliseconds(20)
        }
        let request = TestFrames.request("/deferred") + [("content-length", "0")]
        try say(
            TestFrames.headers(1, request, flags: TestFrames.endHeaders) + TestFrames.data(1, "x") + TestFrames.ping(),
            to: server)
        #expect(server.plain.deferrals.count == 1)
        #expect(server.statistics.owedReplies == 0)
        #expect(server.plain.records().map(\.status) == [RequestRecord.abandoned])
        server.plain.deferrals.complete(0, "late")
        #expect(try server.curl("a.test", "/now").output == "/now")
    }

    @Test func `an idle connection ends`() throws {
        let server = try makeServer { $0.deadlines.idle = .milliseconds(20) }
        try say(TestFrames.get(1), to: server)
        #expect(server.statistics.streamRequests == 1)
        #expect(server.statistics.idleExpired == 1)
        #expect(server.statistics.streamFailures.isEmpty)
    }

    /// Slow, because a handshake has to be through by the same deadline, and the machine may stall.
    @Test(.enabled(if: isSlow))
    func `what does not end has the deadline of a header block`() throws {
        let server = try makeServer { $0.deadlines.header = .seconds(10) }
        try say([], to: server)
        #expect(server.statistics.headerExpired == 1)
        try say(TestFrames.get(1) + TestFrames.get(3).dropLast(4), to: server)
        #expect(server.statistics.headerExpired == 2)
        try say(TestFrames.get(1, flags: TestFrames.endStream), to: server)
        #expect(server.statistics.headerExpired == 3)
        #expect(server.statistics.streamRequests == 1)
    }

    @Test func `a client that opens no window ends the connection at the write deadline`() throws {
        let server = try makeServer { $0.deadlines.write = .milliseconds(20) }
        try say(TestFrames.get(1, "/large?1000"), settings: [(4, 0)], to: server)
        #expect(server.statistics.writeExpired == 1)
        #expect(server.statistics.success == 1)
    }

    @Test func `what a client's windows keep back is bounded, and further requests are refused`() throws {
        let server = try makeServer {
            $0.deadlines.write = .milliseconds(20)
            $0.limits.heldOutput = 3_000
        }
        var frames: [UInt8] = []
        for number: UInt32 in 0..<10 { frames += TestFrames.get(2 * number + 1, "/large?1000") }
        try say(frames, settings: [(4, 0)], to: server)
        #expect(server.statistics.success == 3)
        #expect(server.statistics.streamsRefused == 7)
        #expect(server.statistics.streamRequests == 10)
    }

    @Test func `floods and broken frames are counted by reason, and other connections go on`() throws {
        let server = try makeServer()
        var (pings, resets): ([UInt8], [UInt8]) = ([], [])
        for _ in 0..<600 { pings += TestFrames.ping() }
        for number: UInt32 in 0..<200 {
            resets += TestFrames.get(2 * number + 1)
            resets += TestFrames.reset(2 * number + 1)
        }
        try say(pings, to: server)
        try say(resets, to: server)
        #expect(server.eventually { server.statistics.streamFailures == [.flooded: 2] })
        try say(TestFrames.data(0, "x"), to: server)
        try say(TestFrames.get(2), to: server)
        #expect(server.eventually { server.statistics.streamFailures == [.flooded: 2, .protocolViolated: 2] })
        #expect(try server.curl("a.test", "/abc").output == "/abc")
    }

    @Test func `a malformed request is counted and recorded, as one of HTTP 1 is`() throws {
        let server = try makeServer { $0.deadlines.idle = .milliseconds(20) }
        let malformed = TestFrames.headers(1, TestFrames.request() + [("Upper", "case")])
        try say(malformed + TestFrames.get(3), to: server)
        #expect(server.statistics.parseErrors == [.malformedStream: 1])
        #expect(server.statistics.streamRequests == 2)
        let records = server.plain.records()
        #expect(records.map(\.status) == [400, 200])
        #expect(records.map { $0.bytes > 0 } == [false, true])
    }

    @Test func `requests beyond the streams that may be open are refused, and counted`() throws {
        let server = try makeServer {
            $0.limits.streams = 1
            $0.deadlines.deferredReply = .milliseconds(20)
            $0.deadlines.idle = .milliseconds(20)
        }
        try say(TestFrames.get(1, "/deferred") + TestFrames.get(3), to: server)
        #expect(server.statistics.streamsRefused == 1)
        #expect(server.statistics.streamRequests == 2)
    }

    @Test func `a client that asks on through a drain loses nothing`() throws {
        let server = try makeServer { $0.deadlines.deferredReply = .seconds(600) }
        let completes = try Thread(name: "completes") {
            [deferrals = server.plain.deferrals, server = server.plain.server] in
            guard comesTrue({ deferrals.count == 1 }) else { return }
            server.beginDrain(delay: .seconds(600), limit: .seconds(600))
            deferrals.complete(0, "between")
        }
        let said = try server.curl(
            "a.test", "/after/[1-50]", ["https://a.test/before/[1-50]", "https://a.test/deferred", "-w", "\n"])
        #expect(said.status == 0)
        let lines = said.output.split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.hasPrefix("/before/") }.count == 50)
        #expect(lines.filter { $0.hasPrefix("/after/") }.count == 50)
        #expect(lines.contains("between"))
        completes.join()
        #expect(server.statistics.multiplexed >= 2)
        #expect(server.statistics.streamFailures.isEmpty)
    }

    @Test func `a drain answers what is under way, says goodbye and ends`() throws {
        let server = try makeServer { $0.deadlines.deferredReply = .seconds(600) }
        let completes = try Thread(name: "completes") {
            [deferrals = server.plain.deferrals, server = server.plain.server] in
            guard comesTrue({ deferrals.count == 2 }) else { return }
            server.beginDrain(delay: .zero, limit: .seconds(600))
            for index in 0..<2 { deferrals.complete(index, "drained") }
        }
        let said = try server.curl("a.test", "/deferred", ["--parallel", "https://a.test/deferred"])
        #expect(said.output.components("drained") == 2, "\(said.output)")
        #expect(said.status == 0)
        completes.join()
        server.plain.server.wait()
        #expect(server.statistics.openConnections == 0)
    }
}

extension String {
    /// How often a text occurs.
    fileprivate func components(_ text: String) -> Int { components(separatedBy: text).count - 1 }
}
