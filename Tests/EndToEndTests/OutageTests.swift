import Foundation
import Glibc
import Platform
import Synchronization
import TestSupport
import Testing

/// What a running gateway does when its database goes, and when it is told to go itself.
@Suite struct OutageTests {
    @Test func `no request to a known route fails while PostgreSQL is away, and all resumes by itself`() throws {
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
        try run("domain", "add", "go.acme.example", "--tenant", "acme", "--attested")
        try run(
            "route", "add", "product", "/products/{id}", "--tenant", "acme", "--web=https://www.acme.example/p/{id}")
        try run("route", "add", "campaign", "/c/{slug}", "--tenant", "acme", "--links")
        try run("link", "add", "https://go.acme.example/c/summer", "--to", "/products/7")
        try run("link", "add", "https://go.acme.example/c/winter", "--to", "/products/8")

        let gateway = try GatewayProcess(["--workers=1"], database: database)
        let address = gateway.address("http")
        func link(_ slug: String = "summer") throws -> HTTPAnswer {
            try gateway.get("/c/\(slug)", host: "go.acme.example")
        }
        // Kept once the loop has taken the answer in: the first request that finds it there asks for nothing.
        try eventually {
            try link().location == "https://www.acme.example/p/7"
                && gateway.ask("admin", "/metrics").text.contains("\npostern_link_cache_hits_total 1\n")
        }

        // Requests all the time, from before the outage until after it.
        let counts = Counts()
        let load = Thread {
            while !counts.isOver.load(ordering: .relaxed) {
                let answer = try? HTTPAnswer.of("GET", "/products/1", host: "go.acme.example", at: address)
                if answer?.location == "https://www.acme.example/p/1" {
                    counts.right.add(1, ordering: .relaxed)
                } else {
                    counts.wrong.add(1, ordering: .relaxed)
                }
            }
            counts.isDone.store(true, ordering: .releasing)
        }
        load.start()
        try cluster.stopImmediately()
        try eventually { try gateway.ask("health", "/readyz").text.contains("\"degraded\"") }
        #expect(try gateway.ask("health", "/readyz").status == 200)
        // A link that is kept works, any other shows the way on.
        #expect(try link().location == "https://www.acme.example/p/7")
        let away = try link("winter")
        #expect(away.status == 503)
        #expect(away.fields["retry-after"] == "1" && away.fields["cache-control"] == "no-store")
        #expect(away.text.contains("https://www.acme.example/"))
        let association = try gateway.get("/.well-known/apple-app-site-association", host: "go.acme.example")
        #expect(association.status == 404, "the tenant has no app")

        try cluster.start()
        try eventually { try link("winter").location == "https://www.acme.example/p/8" }
        try run("route", "set", "product", "--tenant", "acme", "web=https://www.acme.example/p/{id}", "maxAge=60")
        try eventually {
            try gateway.get("/products/1", host: "go.acme.example").fields["cache-control"]?.contains("60") == true
        }
        counts.isOver.store(true, ordering: .relaxed)
        try eventually { counts.isDone.load(ordering: .acquiring) }
        #expect(counts.wrong.load(ordering: .relaxed) == 0)
        #expect(counts.right.load(ordering: .relaxed) > 10)
        #expect(gateway.stop() == 0)
    }

    /// What the load saw.
    private final class Counts: Sendable {
        let right = Atomic(0)
        let wrong = Atomic(0)
        let isOver = Atomic(false)
        let isDone = Atomic(false)
    }

    @Test func `a gateway that is told to end turns unready first and serves on until it has drained`() throws {
        let gateway = try GatewayProcess(["--fleet", FleetFileServingTests.demo], drainDelay: "600s")
        gateway.signal(SIGTERM)
        try eventually { try gateway.ask("health", "/readyz").status == 503 }
        #expect(try gateway.ask("health", "/readyz").text.contains("\"draining\""))
        #expect(try gateway.ask("health", "/livez").status == 200)
        let address = try #require(SocketAddress(gateway.address("http")))
        // Each loop learns of it in its own time.
        try eventually {
            let client = try TestClient(to: address)
            let answer = client.exchange("GET /item/41 HTTP/1.1\r\nHost: go.reader.example\r\n\r\n")
            #expect(answer.fields["location"] == "https://www.reader.example/item/41")
            return answer.fields["connection"] == "close"
        }
        // A second signal ends the delay.
        gateway.signal(SIGTERM)
        #expect(gateway.waitForEnd() == 0)
    }
}
