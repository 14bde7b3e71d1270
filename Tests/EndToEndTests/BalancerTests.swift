import Foundation
import Platform
import TestSupport
import Testing

/// Two gateways and PostgreSQL behind HAProxy and nginx, with the files of `docker/`.
@Suite struct BalancerTests {
    private static let isSlow = ProcessInfo.processInfo.environment["POSTERN_SLOW"] != nil

    /// Two gateways that can be replaced one by one, each at an address of its own.
    private final class Fleet {
        let database: TestDatabase
        private let arguments: [String]
        private let words: String
        private var places: [(http: String, health: String)] = []
        private var gateways: [GatewayProcess] = []

        /// Starts them with an own address of the loopback network each, where nobody else listens: the ports are as free
        /// after a restart as they were before.
        init(listening words: String, _ arguments: [String]) throws {
            database = try DatabaseServingTests.database()
            try DatabaseServingTests.makeAcme(database)
            self.words = words
            self.arguments = arguments
            for _ in 0..<2 {
                let address = "127.\(Int.random(in: 1...254)).\(Int.random(in: 0...255)).\(Int.random(in: 1...254))"
                let gateway = try start("\(address):0", health: "\(address):0")
                gateways.append(gateway)
                places.append((gateway.address("http"), gateway.address("health")))
            }
        }

        private func start(_ http: String, health: String) throws -> GatewayProcess {
            try GatewayProcess(
                arguments, database: database.connectionURL, drainDelay: "5s", listen: http + words, health: health)
        }

        /// A file of `docker/` with the gateways' addresses in the places of its own.
        func configuration(_ name: String) throws -> String {
            let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appendingPathComponent("docker/\(name)")
            var text = try String(contentsOf: file, encoding: .utf8)
            for (index, place) in places.enumerated() {
                let port = place.health.split(separator: ":").last ?? ""
                text = text.replacingOccurrences(
                    of: "10.0.0.1\(index + 1):8080 port 8081", with: "\(place.http) port \(port)")
                text = text.replacingOccurrences(of: "server 10.0.0.1\(index + 1):8080", with: "server \(place.http)")
            }
            return text
        }

        /// Ends a gateway and starts another in its place.
        func replace(_ index: Int, with signal: Int32) throws -> Int32 {
            gateways[index].signal(signal)
            let status = gateways[index].waitForEnd()
            gateways[index] = try start(places[index].http, health: places[index].health)
            return status
        }

        /// How many requests a gateway has answered since it started.
        func requests(_ index: Int) throws -> Int {
            try gateways[index].ask("admin", "/metrics").text.split(separator: "\n")
                .filter { $0.hasPrefix("postern_requests_total{") }
                .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.reduce(0, +)
        }

        func messages(_ index: Int) throws -> String { try gateways[index].messages }
    }

    private func load(_ balancer: Balancer) throws -> SteadyLoad {
        try SteadyLoad(
            on: balancer.address, "/products/7", host: "go.acme.example", expecting: "https://www.acme.example/p/7")
    }

    /// Waits until a gateway has answered some requests that came through the balancer.
    private func waitForTraffic(_ fleet: Fleet, _ index: Int, _ balancer: Balancer, _ load: SteadyLoad) throws {
        do {
            try eventually { try fleet.requests(index) > 20 }
        } catch {
            Issue.record("no traffic: \(balancer.log), \(load.failed.prefix(3)), \(try fleet.messages(index))")
            throw error
        }
    }

    @Test(arguments: [Balancer.Kind.haproxy, .nginx])
    func `gateways are drained and started again in turn, and no request fails, cases 139 and 142`(
        kind: Balancer.Kind
    ) throws {
        let fleet: Fleet
        switch kind {
        case .haproxy: fleet = try Fleet(listening: ",proxy", ["--proxy-peer=127.0.0.0/8", "--access-log"])
        case .nginx:
            fleet = try Fleet(listening: ",x-forwarded-for", ["--trusted-proxy=127.0.0.1/32", "--access-log"])
        }
        let balancer = try Balancer(kind, fleet.configuration(kind == .haproxy ? "haproxy.cfg" : "nginx.conf"))
        let load = try load(balancer)
        defer { load.stop() }
        for index in 0..<2 { try waitForTraffic(fleet, index, balancer, load) }
        for _ in 0..<(Self.isSlow ? 10 : 1) {
            for index in 0..<2 {
                #expect(try fleet.replace(index, with: SIGTERM) == 0)
                try waitForTraffic(fleet, index, balancer, load)
            }
        }
        #expect(load.failed == [], "\(balancer.log)")

        // The address that is logged is the client's, not the balancer's.
        let said = try Program.run(
            "/usr/bin/env",
            [
                "curl", "-sS", "--max-time", "60", "--interface", "127.0.0.9", "-H", "Host: go.acme.example",
                "-H", "X-Forwarded-For: 192.0.2.66", "http://\(balancer.address)/products/7",
            ])
        #expect(said.status == 0, "\(said.output)")
        try eventually {
            try (0..<2).contains { try fleet.messages($0).contains(#""remote":"127.0.0.9""#) }
        }

        // Only what is under way on a gateway that is killed may fail.
        let before = load.answered
        #expect(try fleet.replace(0, with: SIGKILL) == SIGKILL)
        try waitForTraffic(fleet, 0, balancer, load)
        try eventually { load.answered > before + 200 }
        load.stop()
        #expect(load.failed.count <= SteadyLoad.clients, "\(load.failed)")
    }
}
