import Foundation
import Glibc
import Platform
import TestSupport
import Testing

/// Sockets that a service manager keeps: a gateway is restarted, and connections wait for it.
@Suite struct ActivationTests {
    private static let request = "GET /item/41 HTTP/1.1\r\nHost: go.reader.example\r\n\r\n"

    private func start(_ sockets: [Int32], _ addresses: [SocketAddress], _ folder: TemporaryFolder) throws -> pid_t {
        try Program.activate(
            PosternProgram.url.path,
            [
                "serve", "--fleet=\(FleetFileServingTests.demo)", "--listen=\(addresses[0])",
                "--health-listen=\(addresses[1])", "--admin-listen=\(addresses[2])", "--drain-delay=0s",
            ], sockets: sockets, log: folder.url.appendingPathComponent("log").path)
    }

    @Test func `a gateway serves on the sockets that it is given, and they outlive it`() throws {
        let folder = try TemporaryFolder()
        let http = try ListeningSocket(.loopback())
        let health = try ListeningSocket(.loopback())
        let admin = try ListeningSocket(.loopback())
        let sockets = [admin.rawValue, http.rawValue, health.rawValue]
        let addresses = [http.address, health.address, admin.address]
        for _ in 0..<3 {
            // Before anybody is there, as after a crash.
            let waiting = try TestClient(to: http.address)
            waiting.send(Self.request)
            let gateway = try start(sockets, addresses, folder)
            #expect(waiting.receiveResponse().status == 302)
            #expect(try TestClient(to: health.address).exchange("GET /readyz HTTP/1.1\r\n\r\n").status == 200)
            kill(gateway, SIGTERM)
            #expect(Program.end(of: gateway) == 0)
        }
        withExtendedLifetime((http.rawValue, health.rawValue, admin.rawValue)) {}
    }

    @Test func `a socket that no option names is a fault of the configuration`() throws {
        let folder = try TemporaryFolder()
        let named = try ListeningSocket(.loopback())
        let stranger = try ListeningSocket(.loopback())
        let gateway = try start(
            [named.rawValue, stranger.rawValue], [named.address, .loopback(), .loopback()], folder)
        #expect(Program.end(of: gateway) == 78)
        #expect(try folder.text("log").contains("gives a socket at \(stranger.address), which no option names"))
        withExtendedLifetime((named.rawValue, stranger.rawValue)) {}
    }
}
