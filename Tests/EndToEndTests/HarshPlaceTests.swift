import Foundation
import Platform
import Testing

/// The built program where its surroundings are against it.
@Suite struct HarshPlaceTests {
    private static let options = ["--fleet", FleetFileServingTests.demo]

    @Test func `clients that hold connections leave room for health checks`() throws {
        let gateway = try GatewayProcess(Self.options, shell: "ulimit -n 128")
        let address = try #require(SocketAddress(gateway.address("http")))
        var idle = try (0..<150).map { _ in IdleConnection(try Socket.connect(to: address)) }
        // Whoever comes then is refused at once.
        #expect(try gateway.get("/item/41", host: "go.reader.example").status == 503)
        #expect(try gateway.ask("health", "/livez").status == 200)
        #expect(try gateway.ask("admin", "/metrics").status == 200)
        idle.removeAll()
        try eventually { try gateway.get("/item/41", host: "go.reader.example").status == 302 }
        #expect(gateway.stop() == 0)
    }

    @Test func `a named pipe in place of the fleet file stops neither serving nor ending`() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("fleet.json5").path
        try FileManager.default.copyItem(atPath: FleetFileServingTests.demo, toPath: path)
        let gateway = try GatewayProcess(["--fleet", path])
        try FileManager.default.removeItem(atPath: path)
        #expect(unsafe mkfifo(path, 0o600) == 0)
        try eventually { try gateway.messages.contains("is no regular file") }
        #expect(try gateway.get("/item/41", host: "go.reader.example").status == 302)
        #expect(gateway.stop() == 0)
    }

    @Test func `a gateway without standard streams writes to nobody else's descriptor`() throws {
        let gateway = try GatewayProcess(Self.options + ["--access-log"], shell: "exec <&- >&- 2>&-")
        for _ in 0..<3 {
            #expect(try gateway.get("/item/41", host: "go.reader.example").status == 302)
        }
        for number in 0...2 {
            let link = "/proc/\(gateway.processIdentifier)/fd/\(number)"
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "/dev/null")
        }
        #expect(gateway.stop() == 0)
    }

    @Test(arguments: [
        "association lint -", "association match --aasa - --app A https://a.example/",
        "association compile --fleet - go.acme.example",
    ])
    func `a command that is to read a standard input which it does not have says so`(words: String) throws {
        let folder = try TemporaryFolder()
        let messages = try folder.file("messages")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "exec \"$0\" \(words) <&-", PosternProgram.url.path]
        process.environment = PosternProgram.environment(database: "postgresql://127.0.0.1:1/none")
        process.standardOutput = try folder.file("output")
        process.standardError = messages
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 66)
        #expect(try folder.text("messages").contains("read standard input: "))
    }

    @Test func `a ready file that cannot be written is a fault of the configuration`() throws {
        let free = ["--listen=127.0.0.1:0", "--health-listen=127.0.0.1:0", "--admin-listen=127.0.0.1:0"]
        let folder = try TemporaryFolder()
        let pipe = folder.url.appendingPathComponent("pipe").path
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        for path in ["/nowhere/ready.json", pipe] {
            let outcome = try PosternProgram.run(["serve", "--ready-file", path] + free + Self.options)
            #expect(outcome.exitCode == 78)
            #expect(outcome.messages.contains(path))
        }
    }
}

/// A connection that asks nothing and ends with its last reference.
private final class IdleConnection {
    private let descriptor: FileDescriptor

    init(_ descriptor: consuming FileDescriptor) {
        self.descriptor = descriptor
    }
}
