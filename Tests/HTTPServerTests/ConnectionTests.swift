import Foundation
import HTTPServer
import HTTPWire
import Platform
import TestSupport
import Testing

/// Many connections: limits, balance, records.
@Suite struct ConnectionTests {
    private let host = "Host: a.example\r\n\r\n"

    @Test func `a connection beyond the limit is 503, and one that ends makes room`() throws {
        let server = try TestServer { $0.limits.connections = 2 }
        var clients = try (0..<2).map { _ in try TestClient(server) }
        for client in clients { #expect(client.exchange("GET / HTTP/1.1\r\n\(host)").status == 200) }
        let third = try TestClient(server)
        let response = third.receiveResponse()
        #expect(response.status == 503)
        #expect(response.fields["retry-after"] == "1")
        #expect(third.receiveAll() == "")
        #expect(server.server.statistics.refused == 1)
        clients.removeLast()
        #expect(server.eventually { server.server.statistics.openConnections == 1 })
        #expect(try TestClient(server).exchange("GET / HTTP/1.1\r\n\(host)").status == 200)
    }

    @Test func `a limit per address holds for all loops together, case 87`() throws {
        let server = try TestServer(loops: 2) { $0.limits.connectionsPerPeer = 3 }
        var clients = try (0..<3).map { _ in try TestClient(server) }
        for client in clients { #expect(client.exchange("GET / HTTP/1.1\r\n\(host)").status == 200) }
        #expect(try TestClient(server).receiveResponse().status == 503)
        clients.removeAll()
        #expect(server.eventually { server.server.statistics.openConnections == 0 })
        #expect(try TestClient(server).exchange("GET / HTTP/1.1\r\n\(host)").status == 200)
    }

    @Test func `connections spread over the loops, whichever accepts them`() throws {
        let server = try TestServer(loops: 4)
        let clients = try (0..<64).map { _ in try TestClient(server) }
        var perLoop: [String: Int] = [:]
        for client in clients { perLoop[client.exchange("GET /loop HTTP/1.1\r\n\(host)").body, default: 0] += 1 }
        #expect(perLoop.count == 4)
        #expect(perLoop.values.allSatisfy { $0 <= 21 })
        #expect(server.server.statistics.accepted == 64)
    }

    @Test func `a process without descriptors left puts accepting off, and takes it up again`() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let server = try TestServer()
            var limit = rlimit(rlim_cur: 100, rlim_max: 100)
            guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { exit(1) }
            // Two descriptors for the client, its socket and its epoll instance, and none for the server's end.
            var fillers: [Int32] = []
            while case let filler = dup(1), filler >= 0 { fillers.append(filler) }
            for _ in 0..<2 { close(fillers.removeLast()) }
            let client = try TestClient(server)
            client.send("GET /after HTTP/1.0\r\n\r\n")
            let end = MonotonicTime.now() + .seconds(30)
            while server.server.statistics.acceptPauses == 0, MonotonicTime.now() < end { sched_yield() }
            guard server.server.statistics.acceptPauses > 0 else { exit(2) }
            for filler in fillers { close(filler) }
            guard client.receiveResponse().body == "/after" else { exit(3) }
            exit(7)
        }
    }

    @Test func `what a client asked that has gone is answered to no other`() throws {
        var configuration = ServerConfiguration(name: "test", addresses: [.loopback()])
        configuration.loops = 1
        // Every answer is sent at once, so that the first fails while the second request waits behind it.
        configuration.limits.collectedOutput = 1
        let deferrals = try Deferrals()
        let server = try HTTPServer(configuration) { TestHandler($0, deferrals) }
        let gone = try Socket.connect(to: server.boundAddresses[0])
        let requests = Array("GET /1 HTTP/1.1\r\n\(host)GET /2 HTTP/1.1\r\n\(host)".utf8)
        #expect(Socket.send(gone.rawValue, requests.span) == .bytes(requests.count))
        // With this, closing resets the connection.
        var atOnce = linger(l_onoff: 1, l_linger: 0)
        let size = socklen_t(MemoryLayout<linger>.size)
        #expect(unsafe setsockopt(gone.rawValue, SOL_SOCKET, SO_LINGER, &atOnce, size) == 0)
        gone.close()
        try server.start()
        let client = try TestClient(to: server.boundAddresses[0])
        #expect(client.exchange("GET /3 HTTP/1.1\r\n\(host)").body == "/3")
        #expect(client.exchange("GET /4 HTTP/1.1\r\n\(host)").body == "/4")
        server.beginDrain(delay: .zero, limit: .zero)
        server.wait()
        var targets: [String] = []
        server.takeRecords { targets.append($0.target.description) }
        #expect(targets == ["/1", "/3", "/4"])
    }

    @Test func `several addresses are served, each with a port of its own`() throws {
        let server = try TestServer { $0.addresses = [.loopback(), .loopback()] }
        let ports = Set(server.server.boundAddresses.map { $0.port })
        #expect(ports.count == 2)
        #expect(!ports.contains(0))
    }

    @Test func `an address that cannot be bound is an error that names it`() throws {
        let server = try TestServer()
        #expect(throws: SystemError(errno: 98, call: "bind \(server.address)")) {
            _ = try TestServer { $0.addresses = [server.address] }
        }
    }

    @Test func `each request leaves one record`() throws {
        let server = try TestServer(loops: 2)
        let before = UnixTime.now()
        let client = try TestClient(server)
        let long = "/" + String(repeating: "x", count: 200)
        #expect(client.exchange("GET /a?b=c HTTP/1.1\r\n\(host)").status == 200)
        #expect(client.exchange("GET \(long) HTTP/1.1\r\n\(host)").status == 200)
        client.send("nonsense\r\n\r\n")
        _ = client.receiveAll()
        let records = server.records()
        #expect(records.map { $0.status } == [200, 200, 400])
        #expect(records.map { $0.target.description } == ["/a?b=c", String(long.prefix(128)), ""])
        #expect(records.map { $0.target.isCut } == [false, true, false])
        #expect(records.map { $0.route } == [2, 201, 0])
        #expect(Set(records.map { $0.id }).count == 3)
        #expect(records.allSatisfy { $0.peer == SocketAddress.loopback().address })
        #expect(records.allSatisfy { $0.time >= before + .seconds(-1) && $0.time <= UnixTime.now() })
        #expect(records.allSatisfy { $0.nanoseconds > 0 && $0.bytes > 0 })
        #expect(records.allSatisfy { $0.id.description.utf8.count == 16 })
        if case .get = records[0].method {} else { Issue.record("method of the first record") }
        #expect(records[2].method == nil)
        let statistics = server.server.statistics
        #expect(statistics.success == 2)
        #expect(statistics.clientError == 1)
        #expect(statistics.bytesSent == records.reduce(0) { $0 + $1.bytes })
    }

    @Test func `records that nobody takes are dropped and counted`() throws {
        let server = try TestServer { $0.recordCapacity = 4 }
        let client = try TestClient(server)
        for _ in 0..<10 { _ = client.exchange("GET / HTTP/1.1\r\n\(host)") }
        #expect(server.server.statistics.recordsDropped == 6)
        #expect(server.records().count == 4)
    }

    @Test func `waking the loops runs a turn of each`() throws {
        let server = try TestServer(loops: 2)
        let turns = server.deferrals.turns.withLock { $0 }
        server.server.wake()
        #expect(server.eventually { server.deferrals.turns.withLock { $0 } > turns })
    }
}
