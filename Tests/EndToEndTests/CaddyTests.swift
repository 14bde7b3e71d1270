import Foundation
import Glibc
import Platform
import TestSupport
import Testing

/// Two gateways behind Caddy, with the file of `docker/`.
@Suite struct CaddyTests {
    /// Caddy on an address of the loopback network that nobody else has.
    private final class Caddy {
        static let securePort = 8443
        let host = "127.\(Int.random(in: 1...254)).\(Int.random(in: 0...255)).\(Int.random(in: 1...254))"
        private let process = Process()
        private let folder: TemporaryFolder

        /// Starts it with the sample, in which the gateways have the addresses that they have here, and certificates come
        /// from an authority of its own.
        init(before gateways: [GatewayProcess]) throws {
            folder = try TemporaryFolder()
            let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appendingPathComponent("docker/Caddyfile")
            var text = try String(contentsOf: file, encoding: .utf8)
            for (index, gateway) in gateways.enumerated() {
                text = text.replacingOccurrences(of: "10.0.0.1\(index + 1):8080", with: gateway.address("http"))
            }
            let port = gateways[0].address("health").split(separator: ":").last ?? ""
            text = text.replacingOccurrences(of: "health_port 8081", with: "health_port \(port)")
                .replacingOccurrences(
                    of: "ask http://10.0.0.11:9180", with: "ask http://\(gateways[0].address("admin"))"
                )
                .replacingOccurrences(of: "\t\ton_demand\n", with: "\t\ton_demand\n\t\tissuer internal\n")
            let options = [
                "admin off", "skip_install_trust", "http_port 8080", "https_port \(Self.securePort)",
                "default_bind \(host)",
            ]
            text = text.replacingOccurrences(
                of: "\n{\n", with: "\n{\n" + options.map { "\t\($0)\n" }.joined())
            let place = folder.url.path
            let configuration = try folder.write(text, to: "Caddyfile")
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["caddy", "run", "--config", configuration, "--adapter", "caddyfile"]
            process.environment = ProcessInfo.processInfo.environment.merging(
                ["HOME": place, "XDG_DATA_HOME": place, "XDG_CONFIG_HOME": place]) { $1 }
            process.standardOutput = FileHandle.nullDevice
            process.standardError = try folder.file("log")
            try process.run()
            let listening = try self.address
            try eventually { (try? TestClient(to: listening)) != nil }
        }

        deinit {
            guard process.isRunning else { return }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }

        /// Where it listens without TLS.
        var address: SocketAddress { get throws { try #require(SocketAddress("\(host):8080")) } }

        var log: String { (try? folder.text("log")) ?? "" }

        /// Asks over TLS; the outcome has the place of the redirect.
        func ask(_ name: String) throws -> Program.Outcome {
            try Program.run(
                "/usr/bin/env",
                [
                    "curl", "-sk", "--max-time", "60", "-o", "/dev/null", "-w", "%{redirect_url}", "--resolve",
                    "\(name):\(Self.securePort):\(host)", "https://\(name):\(Self.securePort)/item/41",
                ])
        }
    }

    private func start(_ address: String, healthPort: Substring) throws -> GatewayProcess {
        try GatewayProcess(
            ["--fleet", FleetFileServingTests.demo, "--trusted-proxy=127.0.0.1/32"], drainDelay: "3s",
            listen: "\(address):0,x-forwarded-for", health: "\(address):\(healthPort)")
    }

    @Test func `Caddy gets certificates for live names alone, and a gateway that drains fails no request`() throws {
        // Caddy knows one port for the health of all gateways, so each has an address of its own.
        let places = (0..<2).map { _ in
            "127.\(Int.random(in: 1...254)).\(Int.random(in: 0...255)).\(Int.random(in: 1...254))"
        }
        let first = try start(places[0], healthPort: "0")
        let second = try start(
            places[1], healthPort: try #require(first.address("health").split(separator: ":").last))
        let caddy = try Caddy(before: [first, second])
        let live = try caddy.ask("go.reader.example")
        #expect(live.status == 0 && live.output == "https://www.reader.example/item/41", "\(live) \(caddy.log)")
        #expect(try caddy.ask("go.nobody.example").status == 35, "the handshake ends: \(caddy.log)")

        let load = try SteadyLoad(
            on: caddy.address, "/item/41", host: "go.reader.example", expecting: "https://www.reader.example/item/41")
        defer { load.stop() }
        try eventually { load.answered > 50 }
        second.signal(SIGTERM)
        #expect(second.waitForEnd() == 0)
        let before = load.answered
        try eventually { load.answered > before + 50 }
        load.stop()
        #expect(load.failed == [], "\(caddy.log)")
    }
}
