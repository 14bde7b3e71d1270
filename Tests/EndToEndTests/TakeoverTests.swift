import Foundation
import Platform
import TestSupport
import Testing

/// `serve --takeover` and sockets of a service manager: a gateway is replaced, and no connection notices.
@Suite struct TakeoverTests {
    private static let isSlow = ProcessInfo.processInfo.environment["POSTERN_SLOW"] != nil
    private static let request = "GET /item/41 HTTP/1.1\r\nHost: go.reader.example\r\n\r\n"

    private func start(_ path: String, _ more: [String] = []) throws -> GatewayProcess {
        try GatewayProcess(["--fleet=\(FleetFileServingTests.demo)", "--takeover=\(path)"] + more)
    }

    private func addresses(_ gateway: GatewayProcess) -> [String] {
        ["http", "health", "admin"].map { gateway.address($0) }
    }

    @Test func `gateways take over from one another under load, and no connection fails`() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("takeover").path
        var gateway = try start(path)
        let places = addresses(gateway)
        let links = try ConnectionLoad(on: [try #require(SocketAddress(places[0]))], Self.request, expecting: 302)
        let checks = try ConnectionLoad(
            on: [try #require(SocketAddress(places[1]))], "GET /readyz HTTP/1.1\r\n\r\n", expecting: 200)
        for _ in 0..<(Self.isSlow ? 200 : 20) {
            let successor = try start(path)
            #expect(addresses(successor) == places)
            #expect(gateway.waitForEnd() == 0)
            gateway = successor
        }
        links.stop()
        checks.stop()
        #expect(links.failed == [])
        #expect(checks.failed == [], "a gateway that is not ready answered")
        #expect(links.answered > 20 && checks.answered > 20)
        #expect(gateway.stop() == 0)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `a successor that does not come to serve leaves everything as it was`() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("takeover").path
        let gateway = try start(path)
        let bad = try folder.write("{", to: "bad.json5")
        #expect(throws: GatewayProcess.StartError.self) {
            try GatewayProcess(["--fleet=\(bad)", "--takeover=\(path)"])
        }
        try eventually { try gateway.messages.contains("the successor went before it served") }
        #expect(try gateway.get("/item/41", host: "go.reader.example").status == 302)
        // The next one may.
        let successor = try start(path)
        #expect(gateway.waitForEnd() == 0)
        #expect(try successor.get("/item/41", host: "go.reader.example").status == 302)
        #expect(successor.stop() == 0)
    }

    @Test func `a path where somebody else is refused, and one where nobody is makes the first gateway`() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("takeover").path
        let stranger = try LocalListener(path)
        let answering = Thread {
            if let stream = stranger.accept() { try? stream.send(Array("hello\n".utf8)) }
        }
        answering.start()
        let error = #expect(throws: GatewayProcess.StartError.self) { try start(path) }
        #expect(error?.exitCode == 78)
        #expect(error?.messages.contains("what is said there is no takeover") == true, "\(error?.messages ?? "")")
    }
}
