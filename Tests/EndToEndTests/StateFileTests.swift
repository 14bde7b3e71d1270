import Foundation
import Glibc
import TestSupport
import Testing

/// `--state-dir`: a gateway that starts while its database is away.
@Suite struct StateFileTests {
    private static let host = "go.acme.example"
    private static let path = "/.well-known/apple-app-site-association"

    @Test func `a gateway that starts without its database serves what was kept, says so, and follows when it is back`()
        throws
    {
        let cluster = try PostgresCluster(settings: ["synchronous_commit=on"])
        defer { cluster.destroy() }
        _ = try cluster.psql("CREATE DATABASE fleet TEMPLATE template0")
        let database = cluster.connectionURL(database: "fleet")
        func run(_ words: String...) throws {
            let outcome = try PosternProgram.run(words, database: database)
            #expect(outcome.exitCode == 0, "\(words): \(outcome.messages)")
        }
        try run("migrate")
        try run("tenant", "add", "acme", "--web", "https://www.acme.example/")
        try run("domain", "add", Self.host, "--tenant", "acme", "--attested")
        try run("app", "add", "--tenant", "acme", "--ios", "8K4QZN7WXT.example.acme.shop")
        try run(
            "route", "add", "product", "/products/{id}", "--tenant", "acme", "--web=https://www.acme.example/p/{id}")
        try run("route", "add", "campaign", "/c/{slug}", "--tenant", "acme", "--links")

        let folder = try TemporaryFolder()
        let options = ["--state-dir=\(folder.url.path)/state"]
        let file = "\(folder.url.path)/state/fleet.state"
        let first = try GatewayProcess(options, database: database)
        let published = try first.get(Self.path, host: Self.host).text
        #expect(published.contains("/products/"))
        #expect(try first.ask("health", "/readyz").text.contains("\"served_from\":\"database\""))
        try eventually { FileManager.default.fileExists(atPath: file) }
        // What changes is kept too, soon, and at the latest when the gateway ends.
        try run(
            "route", "set", "product", "--tenant", "acme", "web=https://www.acme.example/q/{id}", "--wait",
            "--timeout", "60s")
        #expect(first.stop() == 0)
        let kept = try Data(contentsOf: URL(filePath: file))
        #expect(kept.range(of: Data("https://www.acme.example/q/{id}".utf8)) != nil)

        try cluster.stopImmediately()
        let second = try GatewayProcess(options, database: database)
        #expect(try second.get("/products/1", host: Self.host).location == "https://www.acme.example/q/1")
        #expect(try second.get(Self.path, host: Self.host).text == published)
        #expect(try second.get("/c/x", host: Self.host).status == 503, "a link is not kept")
        #expect(try second.get("/", host: "go.other.example").status == 404)
        let ready = try second.ask("health", "/readyz")
        #expect(ready.status == 200)
        #expect(ready.text.contains("\"served_from\":\"state_file\"") && ready.text.contains("\"degraded\""))
        #expect(try second.ask("admin", "/metrics").text.contains("postern_fleet_from_state 1\n"))
        #expect(try second.messages.contains("the fleet is served as it was kept on disk"))
        let strict = try PosternProgram.run(
            ["serve", "--fleet", FleetFileServingTests.demo, "--state-dir", folder.url.path])
        #expect(strict.exitCode == 64)

        try cluster.start()
        try eventually { try second.ask("health", "/readyz").text.contains("\"served_from\":\"database\"") }
        try run(
            "route", "set", "product", "--tenant", "acme", "web=https://www.acme.example/r/{id}", "--wait",
            "--timeout", "60s")
        #expect(try second.get("/products/1", host: Self.host).location == "https://www.acme.example/r/1")
        #expect(try second.ask("admin", "/metrics").text.contains("postern_fleet_from_state 0\n"))
        #expect(second.stop() == 0)
    }
}
