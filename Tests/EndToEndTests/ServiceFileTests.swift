import Foundation
import Platform
import TestSupport
import Testing

/// The samples in `docker/` that other programs read.
@Suite struct ServiceFileTests {
    static let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("docker")

    @Test func `systemd takes the units`() throws {
        let folder = try TemporaryFolder()
        let units = ["postern.service", "postern.socket", "postern-prober.service"]
        for unit in units {
            let text = try String(contentsOf: Self.samples.appendingPathComponent("systemd/\(unit)"), encoding: .utf8)
            // The program has to be there.
            try folder.write(
                text.replacingOccurrences(of: "/usr/local/bin/postern", with: PosternProgram.url.path), to: unit)
        }
        let said = try Program.run(
            "/usr/bin/env", ["systemd-analyze", "verify"] + units.map { folder.url.appendingPathComponent($0).path })
        #expect(said.status == 0, "\(said.output)")
        #expect(!said.output.contains("postern"), "\(said.output)")
    }

    @Test func `the units name the options and addresses that fit one another`() throws {
        let service = try String(
            contentsOf: Self.samples.appendingPathComponent("systemd/postern.service"), encoding: .utf8)
        let socket = try String(
            contentsOf: Self.samples.appendingPathComponent("systemd/postern.socket"), encoding: .utf8)
        for line in socket.split(separator: "\n") where line.hasPrefix("ListenStream=") {
            #expect(service.contains("-listen \(line.dropFirst("ListenStream=".count))"), "\(line)")
        }
        let help = try PosternProgram.run(["help", "serve"]).output
        for word in service.split(whereSeparator: \.isWhitespace) where word.hasPrefix("--") {
            #expect(help.contains("\(word) "), "\(word)")
        }
    }

    @Test(arguments: ["install-build-packages", "build", "install-packages", "health-check"])
    func `the image's steps are scripts that a shell reads`(name: String) throws {
        let path = Self.samples.appendingPathComponent("scripts/\(name)").path
        #expect(FileManager.default.isExecutableFile(atPath: path))
        #expect(try Program.run("/bin/bash", ["-n", path]).status == 0)
        let file = try String(contentsOf: Self.samples.appendingPathComponent("Dockerfile"), encoding: .utf8)
        #expect(file.contains(name))
    }

    @Test func `the image's health check tells a gateway that lives from none`() throws {
        let gateway = try GatewayProcess(["--fleet=\(FleetFileServingTests.demo)"])
        let port = try #require(gateway.address("health").split(separator: ":").last.map(String.init))
        let script = Self.samples.appendingPathComponent("scripts/health-check").path
        #expect(try Program.run(script, [port]).status == 0)
        #expect(try Program.run(script, [port, "/readyz"]).status == 0)
        #expect(try Program.run(script, [port, "/nothing"]).status == 1)
        let closed = try ClosedPort()
        #expect(try Program.run(script, ["\(closed.address.port)"]).status == 1)
    }
}
