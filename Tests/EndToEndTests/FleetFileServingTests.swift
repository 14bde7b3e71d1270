import Foundation
import Testing

/// `serve --fleet`: the whole program without a database.
@Suite struct FleetFileServingTests {
    /// The demo fleet, as it is in the repository.
    static let demo = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("scripts/demo-fleet.json5").path

    struct Visit: CustomTestStringConvertible {
        let host: String
        let target: String
        let status: Int
        var location: String?
        var testDescription: String { host + target }
    }

    static let visits = [
        Visit(
            host: "www.yourdomain.example", target: "/products/7?color=red&utm=x", status: 302,
            location: "https://store.yourdomain.example/p/7?color=red&utm=x"),
        Visit(
            host: "www.yourdomain.example", target: "/profile/", status: 302,
            location: "https://store.yourdomain.example/account"),
        Visit(
            host: "www.yourdomain.example", target: "/orders/A-1", status: 302,
            location: "https://store.yourdomain.example/account/orders/A-1"),
        Visit(
            host: "www.yourdomain.example", target: "/c/summer", status: 302,
            location: "https://store.yourdomain.example/p/1042?color=green"),
        Visit(
            host: "www.yourdomain.example", target: "/c/newsletter", status: 302,
            location: "https://store.yourdomain.example/landing?list=spring%2Fsale&from=mail%26app#top"),
        Visit(host: "www.yourdomain.example", target: "/c/winter", status: 410),
        Visit(host: "www.yourdomain.example", target: "/c/unknown", status: 404),
        Visit(
            host: "www.yourdomain.example", target: "/nothing/of/the/kind", status: 302,
            location: "https://store.yourdomain.example/"),
        Visit(
            host: "WWW.Kitchen.Example:80", target: "/mobile-app/recipe?referrer=mail&id=9", status: 302,
            location: "https://magazine.kitchen-web.example/recipes/9?via=mail"),
        Visit(
            host: "carla.kitchen.example", target: "/mobile-app/profile?to=favorites", status: 302,
            location: "https://magazine.kitchen-web.example/me/favorites"),
        Visit(
            host: "www.kitchen.example", target: "/mobile-app/profile?to=password", status: 302,
            location: "https://magazine.kitchen-web.example/?to=password"),
        Visit(
            host: "go.reader.example", target: "/item/41", status: 302, location: "https://www.reader.example/item/41"),
        Visit(
            host: "go.reader.example", target: "/profile/j%C3%B6rg", status: 302,
            location: "https://www.reader.example/profile/j%C3%B6rg"),
        Visit(host: "go.reader.example", target: "/item/x", status: 302, location: "https://www.reader.example/"),
        Visit(host: "go.notes.example", target: "/settings", status: 302, location: "https://www.notes.example/"),
        Visit(host: "go.festival.example", target: "/acts/some", status: 404),
        Visit(host: "go.elsewhere.example", target: "/item/41", status: 404),
        Visit(host: "a.b.kitchen.example", target: "/mobile-app/recipes", status: 404),
        Visit(host: "go.reader.example", target: "/robots.txt", status: 200),
        Visit(host: "go.reader.example", target: "/.well-known/anything", status: 404),
        Visit(host: "go.reader.example", target: "/item/%2e%2e/41", status: 404),
        Visit(host: "go reader example", target: "/item/41", status: 400),
    ]

    @Test func `the demo fleet is answered over a real socket`() throws {
        let gateway = try GatewayProcess(["--fleet", Self.demo])
        for visit in Self.visits {
            let answer = try gateway.get(visit.target, host: visit.host)
            #expect(answer.status == visit.status, "\(visit.host)\(visit.target)")
            #expect(answer.location == visit.location, "\(visit.host)\(visit.target)")
        }
        #expect(gateway.stop() == 0)
    }

    @Test func `association files come from all their paths, alike, and are not sent twice`() throws {
        let gateway = try GatewayProcess(["--fleet", Self.demo])
        let file = try gateway.get("/.well-known/apple-app-site-association", host: "go.reader.example")
        #expect(file.status == 200)
        #expect(file.fields["content-type"] == "application/json")
        #expect(file.fields["cache-control"] == "public, max-age=300")
        #expect(file.text.contains("4HM7QJ9XCE.example.reader.mobile"))
        let old = try gateway.get("/apple-app-site-association", host: "go.reader.example")
        #expect(old.body == file.body)
        let tag = try #require(file.fields["etag"])
        let again = try HTTPAnswer.of(
            "GET /apple-app-site-association HTTP/1.1\r\nHost: go.reader.example\r\nIf-None-Match: \(tag)\r\n"
                + "Connection: close\r\n\r\n", at: gateway.address("http"))
        #expect(again.status == 304)
        #expect(again.body.isEmpty)
        let head = try gateway.get("/.well-known/assetlinks.json", host: "go.reader.example", method: "HEAD")
        #expect(head.status == 200)
        #expect(head.body.isEmpty)
        #expect(head.fields["content-length"] != "0")
        // A suspended tenant keeps its file; a tenant without an Android app has no assetlinks.json.
        #expect(try gateway.get("/apple-app-site-association", host: "go.festival.example").status == 200)
        #expect(try gateway.get("/.well-known/assetlinks.json", host: "go.festival.example").status == 404)
    }

    @Test func `health and metrics have listeners of their own`() throws {
        let gateway = try GatewayProcess(["--fleet", Self.demo])
        #expect(try gateway.ask("health", "/livez").status == 200)
        let ready = try gateway.ask("health", "/readyz")
        #expect(ready.status == 200)
        #expect(ready.text.contains("\"ready\":true"))
        // No Host and HTTP/1.0, as balancers ask (case 136).
        let plain = try HTTPAnswer.of("GET /livez HTTP/1.0\r\n\r\n", at: gateway.address("health"))
        #expect(plain.status == 200)
        #expect(try gateway.get("/metrics", host: "go.reader.example").status == 302)
        #expect(try gateway.ask("admin", "/metrics").text.contains("postern_requests_total"))
    }

    @Test func `every metric is in the operations guide`() throws {
        let gateway = try GatewayProcess(["--fleet", Self.demo])
        let guide = try String(
            contentsOfFile: URL(fileURLWithPath: Self.demo).deletingLastPathComponent().deletingLastPathComponent()
                .appendingPathComponent("Sources/Gateway/Gateway.docc/Operations.md").path, encoding: .utf8)
        let names = try gateway.ask("admin", "/metrics").text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }
            .map { $0.split(separator: " ")[2] }
        #expect(!names.isEmpty)
        for name in names { #expect(guide.contains("| `\(name)` |"), "\(name)") }
    }

    @Test func `what the gateway prints and what the ready file says agree`() throws {
        let gateway = try GatewayProcess(["--fleet", Self.demo])
        let lines = Set(try gateway.output.split(separator: "\n").map(String.init))
        let named = gateway.listeners.flatMap { kind, addresses in
            addresses.map { "listening kind=\(kind) address=\($0)" }
        }
        #expect(Set(named) == lines)
        #expect(Set(gateway.listeners.keys) == ["http", "health", "admin"])
    }

    @Test func `a new file is served, a bad one changes nothing`() throws {
        let folder = try TemporaryFolder()
        func fleet(_ path: String) -> String {
            """
            { version: 1, tenants: [ { name: "acme", web: "https://www.acme.example/", apps: [],
              domains: [ { host: "go.acme.example", attested: true } ],
              routes: [ { name: "a", pattern: "/a", web: "https://www.acme.example/\(path)" } ] } ] }
            """
        }
        let path = try folder.write(fleet("first"), to: "fleet.json5")
        let gateway = try GatewayProcess(["--fleet", path])
        func location() throws -> String? { try gateway.get("/a", host: "go.acme.example").location }
        #expect(try location() == "https://www.acme.example/first")

        try folder.write("{ version: 1, tenants: [ { nam: \"acme\" } ] }", to: "fleet.json5")
        try eventually { try gateway.ask("health", "/readyz").text.contains("\"refused\"") }
        #expect(try location() == "https://www.acme.example/first")
        #expect(try gateway.ask("health", "/readyz").status == 200)

        try folder.write(fleet("second"), to: "fleet.json5")
        // The loops take the table before the source says that it is good.
        try eventually { try location() == "https://www.acme.example/second" }
        try eventually { try gateway.ask("health", "/readyz").text.contains("\"good\"") }
    }

    @Test func `a fleet that is bad at the start ends the program with its place and rule`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("{ version: 1,\n  tenants: [ { nam: \"acme\" } ] }", to: "fleet.json5")
        let start = try #require(throws: GatewayProcess.StartError.self) { try GatewayProcess(["--fleet", path]) }
        #expect(start.exitCode == 65)
        #expect(start.messages.contains("line 2"))
        let missing = try #require(throws: GatewayProcess.StartError.self) {
            try GatewayProcess(["--fleet", path + ".not"])
        }
        #expect(missing.exitCode == 66)
    }
}
