import HTTPServer
import Platform
import Testing

@testable import Gateway

@Suite struct TakeoverMessageTests {
    @Test func `sockets are read as they were written`() throws {
        let entries = [
            GivenSockets.Entry(kind: "http", address: .loopback(), descriptor: 7, isShared: false),
            GivenSockets.Entry(
                kind: "health", address: try #require(SocketAddress("[::1]:80")), descriptor: 8, isShared: true),
        ]
        let text = TakeoverMessage.text(entries)
        #expect(
            String(decoding: text, as: UTF8.self)
                == "postern takeover 1\nown http 127.0.0.1:0\nshared health [::1]:80\n")
        let read = try #require(TakeoverMessage.sockets(text, [3, 4]))
        #expect(read.map(\.kind) == ["http", "health"])
        #expect(read.map(\.address) == entries.map(\.address))
        #expect(read.map(\.descriptor) == [3, 4])
        #expect(read.map(\.isShared) == [false, true])
    }

    @Test(arguments: [
        "", "ready\n", "postern takeover 2\nown http 127.0.0.1:0\n", "postern takeover 1\n",
        "postern takeover 1\nown http\n", "postern takeover 1\nown http nowhere\n",
        "postern takeover 1\nown http 127.0.0.1:0\nown http 127.0.0.1:0\n",
    ])
    func `what does not fit is refused`(text: String) {
        #expect(TakeoverMessage.sockets(Array(text.utf8), [3]) == nil)
    }

    @Test func `a service manager's sockets are for the process that they name`() throws {
        func passed(_ variables: [String: String]) throws -> Int? {
            try GivenSockets.passed(to: 42) { variables[$0] }?.remaining.count
        }
        #expect(try passed([:]) == nil)
        #expect(try passed(["LISTEN_PID": "41", "LISTEN_FDS": "1"]) == nil)
        #expect(try passed(["LISTEN_FDS": "1"]) == nil)
        #expect(try passed(["LISTEN_PID": "42", "LISTEN_FDS": "0"]) == nil)
        #expect(try passed(["LISTEN_PID": "42", "LISTEN_FDS": "many"]) == nil)
    }
}
