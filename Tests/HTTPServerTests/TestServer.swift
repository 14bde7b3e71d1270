import HTTPServer
import Platform

/// A server on a free port of the loopback address, ended with its owner.
final class TestServer {
    let server: HTTPServer
    let deferrals: Deferrals

    init(loops: Int = 1, _ change: (inout ServerConfiguration) -> Void = { _ in }) throws {
        var configuration = ServerConfiguration(name: "test", addresses: [.loopback()])
        configuration.loops = loops
        change(&configuration)
        let deferrals = try Deferrals()
        server = try HTTPServer(configuration) { TestHandler($0, deferrals) }
        self.deferrals = deferrals
        try server.start()
    }

    deinit {
        server.beginDrain(delay: .zero, limit: .zero)
        server.wait()
    }

    var address: SocketAddress { server.boundAddresses[0] }

    /// Waits, half a minute at most, for something that the server will do.
    func eventually(_ condition: () -> Bool) -> Bool {
        guard let epoll = try? Epoll() else { return false }
        for _ in 0..<15_000 {
            if condition() { return true }
            _ = epoll.wait(timeout: .milliseconds(2))
        }
        return false
    }

    /// All records so far.
    func records() -> [RequestRecord] {
        var records: [RequestRecord] = []
        server.takeRecords { records.append($0) }
        return records
    }
}
