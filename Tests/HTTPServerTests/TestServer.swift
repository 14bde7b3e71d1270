import HTTPServer
import Platform
import TestSupport

/// A server on a free port of the loopback address, ended with its owner.
final class TestServer {
    let server: HTTPServer
    let deferrals: Deferrals

    /// Makes a server, and starts it unless it is to be started later: clients may connect and send before.
    init(
        loops: Int = 1, isStarted: Bool = true, _ change: (inout ServerConfiguration) -> Void = { _ in }
    ) throws {
        var configuration = ServerConfiguration(name: "test", addresses: [.loopback()])
        configuration.loops = loops
        change(&configuration)
        let deferrals = try Deferrals()
        server = try HTTPServer(configuration) { TestHandler($0, deferrals) }
        self.deferrals = deferrals
        if isStarted { try server.start() }
    }

    deinit {
        server.beginDrain(delay: .zero, limit: .zero)
        server.wait()
    }

    var address: SocketAddress { server.boundAddresses[0] }

    /// Waits, a minute at least, for something that the server will do.
    func eventually(_ condition: () -> Bool) -> Bool { comesTrue(condition) }

    /// All records so far.
    func records() -> [RequestRecord] {
        var records: [RequestRecord] = []
        server.takeRecords { records.append($0) }
        return records
    }
}

extension TestClient {
    /// Connects to a server.
    convenience init(_ server: TestServer) throws {
        try self.init(to: server.address)
    }
}
