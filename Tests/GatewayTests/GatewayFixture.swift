import DeepLinks
import Glibc
import HTTPServer
import Platform
import Telemetry
import TestSupport
import Testing

@testable import Gateway

/// A gateway that serves a fleet file on free ports of the loopback address, ended with its owner.
final class GatewayFixture {
    let parts: GatewayParts
    let log = LogRecorder()

    private let path: String
    private let threads = ThreadGroup()

    /// Starts all servers.
    ///
    /// - Parameters:
    ///   - text: The fleet file; `nil` starts the servers without a fleet.
    ///   - workers: Loops of the public server.
    ///   - change: What is different from the defaults.
    /// - Throws: What refuses the file, or a lack of ports or threads.
    init(
        _ text: String? = SampleFleet.text, workers: Int = 1, _ change: (inout GatewayConfiguration) -> Void = { _ in }
    ) throws {
        path = "/tmp/postern-gateway-\(getpid())-\(String(UInt64.random(in: 0 ... .max), radix: 16)).json5"
        var configuration = GatewayConfiguration(
            source: .file(path), listen: [.loopback()], healthListen: [.loopback()], adminListen: [.loopback()])
        configuration.workers = workers
        change(&configuration)
        parts = try GatewayParts(configuration, log: Log(format: .json, sink: log))
        try threads.start(name: "records") { [records = parts.records] in records.run() }
        if let text {
            try write(text)
            try parts.source.start()
        }
        for server in servers { try server.start() }
    }

    deinit {
        for server in servers {
            server.beginDrain(delay: .zero, limit: .zero)
            server.wait()
        }
        parts.source.stop()
        parts.records.stop()
        threads.join()
        _ = unsafe unlink(path)
    }

    private var servers: [HTTPServer] { [parts.publicServer, parts.healthServer, parts.adminServer] }

    /// Replaces the fleet file.
    func write(_ text: String) throws {
        try File.replace(path, with: Array(text.utf8))
    }

    /// The fleet that the file describes, as a value.
    static func fleet(_ text: String = SampleFleet.text) throws -> Fleet {
        try FleetDocument(reading: Array(text.utf8)).fleet()
    }

    // MARK: - Requests

    /// A connection to the public listener.
    func connect() throws -> TestClient {
        try TestClient(to: parts.publicServer.boundAddresses[0])
    }

    /// Asks on a connection of its own.
    ///
    /// - Parameters:
    ///   - target: The request target.
    ///   - host: The Host field; `nil` leaves it out.
    ///   - method: The method.
    ///   - fields: Lines of further fields.
    /// - Returns: The response.
    /// - Throws: When no connection can be made.
    func ask(
        _ target: String, host: String? = "go.shop.example", method: String = "GET", _ fields: String...
    ) throws -> TestResponse {
        let lines = ["\(method) \(target) HTTP/1.1"] + (host.map { ["Host: \($0)"] } ?? []) + fields
        return try connect().exchange(lines.joined(separator: "\r\n") + "\r\n\r\n", hasBody: method != "HEAD")
    }

    /// Asks the health listener as a balancer does: by the address.
    func health(_ path: String, method: String = "GET") throws -> TestResponse {
        let client = try TestClient(to: parts.healthServer.boundAddresses[0])
        return client.exchange("\(method) \(path) HTTP/1.1\r\nHost: 10.0.0.7:8081\r\n\r\n", hasBody: method != "HEAD")
    }

    /// Asks the admin listener.
    func admin(_ target: String) throws -> TestResponse {
        let client = try TestClient(to: parts.adminServer.boundAddresses[0])
        return client.exchange("GET \(target) HTTP/1.1\r\nHost: admin\r\n\r\n")
    }

    /// The text of `/metrics`.
    func metrics() throws -> String {
        let client = try TestClient(to: parts.adminServer.boundAddresses[0])
        return client.exchange("GET /metrics HTTP/1.0\r\n\r\n").body
    }
}

/// A redirect as it stands on the wire, without its date.
func redirect(_ location: String, _ status: String = "302 Found", _ caching: String = "no-store") -> [String] {
    // Who keeps it must not give it to an app that asks for JSON.
    let varying = caching == "no-store" ? [] : ["Vary: Accept"]
    return ["HTTP/1.1 \(status)", "Cache-Control: \(caching)"] + varying
        + ["Location: \(location)", "Content-Length: 0"]
}

/// The head of a page of the gateway's own.
func page(_ status: String, _ page: StaticString) -> [String] {
    [
        "HTTP/1.1 \(status)", "Content-Type: text/html; charset=utf-8", "Cache-Control: no-store",
        "X-Content-Type-Options: nosniff", "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'",
        "Content-Length: \(page.utf8CodeUnitCount)",
    ]
}

/// The head of the 404 page.
let notFound = page("404 Not Found", Page.notFound)
