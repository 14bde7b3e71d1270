import DeepLinks
import FleetStore
import HTTPServer
import Platform
import Telemetry
import TestSupport
import Testing

@testable import Gateway

/// What the admin listener says of URLs.
@Suite struct ResolveTests {
    static let fleet = """
        { version: 1, tenants: [{
          name: "acme", web: "https://web.acme.example/", platforms: { windows: "page" },
          apps: [{ platform: "ios", appID: "8K4QZN7WXT.example.acme", storeID: "1435627943", scheme: "acme" }],
          domains: [
            { host: "go.acme.example", attested: true, platforms: { linux: "https://tux.acme.example/{path}" },
              optOut: { query: "web", fragment: "web" }, fallback: "page", root: "notFound" },
            { host: "www.acme.example", attested: true, canonical: "go.acme.example" },
          ],
          routes: [
            { name: "item", pattern: "/items/{id}", web: "https://web.acme.example/i/{id}", platforms: { ios: "store" } },
            { name: "campaign", pattern: "/c/{slug}", links: true },
          ],
          links: [
            { url: "https://go.acme.example/c/one", to: "https://web.acme.example/one",
              starts: "2027-01-01T00:00:00Z", expires: "2028-01-01T00:00:00Z" },
            { url: "https://go.acme.example/c/off", to: "https://web.acme.example/one", paused: true },
          ],
        }] }
        """

    private func question(_ url: String, _ items: String...) throws -> String {
        let url = try LinkURL("https://\(url)")
        return ([try ResolveQuestion(url: url).target(json: true)] + items).joined(separator: "&")
    }

    private static func header(_ name: String, _ value: String) -> String {
        "header=" + PercentEncoding.encoded("\(name)=\(value)".utf8)
    }

    @Test(
        arguments: [
            // Who asks, and whose word it is where they go.
            ("go.acme.example/items/7", ["platform=ios"], ["\"destinationOf\": \"route\"", "apps.apple.com"]),
            (
                "go.acme.example/items/7", ["platform=linux"],
                ["\"destinationOf\": \"domain\"", "tux.acme.example/items/7"]
            ),
            (
                "go.acme.example/items/7", ["platform=windows", header("Accept-Language", "de-AT")],
                ["\"destinationOf\": \"tenant\"", "\"page\": \"choice\"", "\"language\": \"de\""]
            ),
            ("go.acme.example/items/7", [], ["\"destinationOf\": \"web\"", "\"platform\": \"other\""]),
            (
                "go.acme.example/items/7", [header("User-Agent", ClientTests.phone + " Instagram 300.0 (iPhone15,2)")],
                [
                    "\"platform\": \"ios\"", "\"client\": \"in-app\"", "\"inAppBrowser\": \"instagram\"",
                    "\"page\": \"choice\"",
                ]
            ),
            (
                "go.acme.example/items/7",
                [header("user-agent", ClientTests.mac), header("sec-ch-ua-platform", "\"macOS\"")],
                ["\"platform\": \"macos\"", "\"variesByClient\": true"]
            ),
            (
                "go.acme.example/items/7", [header("User-Agent", "WhatsApp/2.23 A"), "platform=ios"],
                ["\"client\": \"preview\""]
            ),
            ("go.acme.example/items/7", [header("Accept", "application/json")], ["\"asksForJSON\": true"]),
            ("go.acme.example/items/7?web=1", [], ["\"optOut\": true", "\"decidedBy\": \"the domain's opt-out\""]),
            // How the link stands at the time.
            (
                "go.acme.example/c/one", ["at=2027-06-01T00%3A00%3A00Z"],
                ["\"state\": \"live\"", "\"destinationOf\": \"link\"", "\"time\": \"2027-06-01T00:00:00Z\""]
            ),
            (
                "go.acme.example/c/one", ["at=2026-06-01T00%3A00%3A00Z"],
                ["\"state\": \"notBegun\"", "\"inactiveLink\""]
            ),
            ("go.acme.example/c/one", ["at=2028-01-01T00%3A00%3A00Z"], ["\"state\": \"expired\"", "\"expiredLink\""]),
            ("go.acme.example/c/off", [], ["\"state\": \"paused\"", "\"status\": 404"]),
            ("go.acme.example/c/none", [], ["\"unknownLink\"", "\"status\": 404"]),
            // What is answered where no route decides.
            ("go.acme.example/none", [], ["\"reason\": \"fallback\"", "\"page\": \"choice\""]),
            ("go.acme.example/", [], ["\"reason\": \"fallback\"", "\"status\": 404"]),
            (
                "www.acme.example/items/7?a=b", [],
                ["\"reason\": \"canonicalHost\"", "\"status\": 301", "\"https://go.acme.example/items/7?a=b\""]
            ),
        ] as [(String, [String], [String])]
    )
    func `a report says who asks, when, and what decides`(url: String, items: [String], members: [String]) throws {
        let gateway = try GatewayFixture(Self.fleet)
        let target = ([try question(url)] + items).joined(separator: "&")
        let report = try gateway.admin(target)
        #expect(report.head.first == "HTTP/1.1 200 OK")
        for member in members { #expect(report.body.contains(member), "\(report.body)") }
        let text = try gateway.admin(target.replacing("format=json", with: "format=text"))
        #expect(text.body.contains("\n  asked     ") && text.body.contains("\n  browser   "))
    }

    @Test(arguments: [
        "platform=beos", "client=person", "at=tomorrow", "header=Host%3Da.example", "header=Accept", "colour=red",
        "header=Accept%3Da&header=accept%3Db", "header=%4",
    ])
    func `what a question cannot say is refused`(item: String) throws {
        let gateway = try GatewayFixture(Self.fleet)
        #expect(try gateway.admin(try question("go.acme.example/", item)).head.first == "HTTP/1.1 400 Bad Request")
    }

    @Test func `a report that waits for a link keeps nobody else waiting`() throws {
        let (links, fleet) = (GatedLinks(), ServedFleet(loops: 1))
        let compiler = TenantCompiler(numbers: fleet.numbers)
        let tenant = try #require(try GatewayFixture.fleet(Self.fleet).tenants.first)
        fleet.replaceAll([
            tenant.name: try compiler.compile(tenant) { _ throws(GatewayError) in
                TenantCompiler.Documents(aasa: nil, assetlinks: nil)
            }
        ])
        var configuration = ServerConfiguration(name: "admin", addresses: [.loopback()])
        configuration.loops = 1
        configuration.deadlines.deferredReply = .seconds(60)
        let server = try HTTPServer(configuration) { context in
            AdminHandler(metrics: MetricRegistry(MetricLayout()), fleet: fleet, links: links, context: context)
        }
        try server.start()
        defer {
            server.beginDrain(delay: .zero, limit: .zero)
            server.wait()
        }
        for answer in [
            LookupAnswer.found(
                StoredLink(id: LinkID(rawValue: 1), destination: try LinkDestination("https://web.acme.example/x"))),
            .missing, .unavailable,
        ] {
            let client = try TestClient(to: server.boundAddresses[0])
            let asked = links.asked.count
            client.send("GET \(try question("go.acme.example/c/x")) HTTP/1.1\r\nHost: a.example\r\n\r\n")
            try #require(comesTrue { links.asked.count == asked + 1 })
            let other = try TestClient(to: server.boundAddresses[0])
            let known = other.exchange("GET /ask?domain=go.acme.example HTTP/1.1\r\nHost: a.example\r\n\r\n")
            #expect(known.head.first == "HTTP/1.1 200 OK")
            try #require(
                comesTrue {
                    let waiting = links.takeWaiting()
                    for completion in waiting { completion(answer) }
                    return !waiting.isEmpty
                })
            let report = client.receiveResponse()
            switch answer {
            case .found: #expect(report.body.contains("\"https://web.acme.example/x\""))
            case .missing: #expect(report.body.contains("\"unknownLink\""))
            case .unavailable: #expect(report.head.first == "HTTP/1.1 503 Service Unavailable")
            }
        }
    }
}
