import Telemetry
import TestSupport
import Testing

@testable import Gateway

/// A fleet that is read from a file, again and again.
@Suite struct FleetFileTests {
    static let bad: [(text: String, parts: [String])] = [
        ("{ version: 1,\n  tenants: [}", ["line 2, column 13"]),
        (
            "{\n  version: 1,\n  tenants: [{ name: \"Shop\", web: \"https://a.example/\" }] }",
            ["line 3, column 21", "$.tenants[0].name", "\"Shop\""]
        ),
        ("{ version: 1, tenant: [] }", ["line 1, column 15", "tenants"]),
        ("", ["line 1, column 1"]),
    ]

    @Test(arguments: bad)
    func `a bad file at start is an error that says where (file, line, column)`(text: String, parts: [String]) throws {
        let error = #expect(throws: GatewayError.self) { try GatewayFixture(text) }
        #expect(error?.code == .refused)
        for part in ["/tmp/postern-gateway-", ".json5: "] + parts {
            #expect(error?.description.contains(part) == true, "\(error?.description ?? "") lacks \(part)")
        }
    }

    @Test func `a missing file at start is an error that names it`() throws {
        let gateway = try GatewayFixture(nil)
        let error = #expect(throws: GatewayError.self) { try gateway.parts.source.start() }
        #expect(error?.code == .unreadable)
        #expect(error?.description.contains(".json5") == true)
    }

    @Test func `a changed file is served, a bad one changes nothing and is said once, a mended one is served`() throws {
        let gateway = try GatewayFixture()
        let source = gateway.parts.source
        source.tick()
        #expect(gateway.parts.fleet.table.version == 1)

        try gateway.write(SampleFleet.text.replacing("www.shop.example/see", with: "www.shop.example/saw"))
        source.tick()
        #expect(try gateway.ask("/see").fields["location"] == "https://www.shop.example/saw")
        #expect(gateway.parts.health.current.isSourceGood)

        try gateway.write("{ version: 2 }")
        for _ in 0..<3 { source.tick() }
        #expect(try gateway.ask("/see").fields["location"] == "https://www.shop.example/saw")
        #expect(!gateway.parts.health.current.isSourceGood)
        let refusals = gateway.log.texts.filter { $0.contains("fleet file refused") }
        #expect(refusals.count == 1)
        #expect(refusals.first?.contains("line 1, column") == true)
        let ready = try gateway.health("/readyz")
        #expect(ready.status == 200 && ready.body.contains("\"file\":\"refused\""))

        try gateway.write(SampleFleet.text)
        source.tick()
        #expect(try gateway.ask("/see").fields["location"] == "https://www.shop.example/see")
        #expect(gateway.parts.health.current.isSourceGood)
    }

    @Test func `tenants, domains and links that leave the file leave the gateway`() throws {
        let gateway = try GatewayFixture()
        #expect(try gateway.ask("/c/spring").status == 302)
        try gateway.write(
            SampleFleet.text.replacing("go.shop.example/c/spring", with: "go.shop.example/c/autumn")
                .replacing("go.blog.example", with: "new.blog.example").replacing("\"pair\"", with: "\"couple\""))
        gateway.parts.source.tick()
        #expect(try gateway.ask("/c/spring").status == 404)
        #expect(try gateway.ask("/c/autumn").status == 302)
        #expect(try gateway.ask("/", host: "go.blog.example").status == 404)
        #expect(try gateway.ask("/", host: "new.blog.example").status == 302)
        #expect(try gateway.ask("/", host: "pair.example").status == 302)
    }

    @Test func `pending domains are named at start`() throws {
        let gateway = try GatewayFixture()
        let warnings = gateway.log.texts.filter { $0.contains("domain is pending") }
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("later.shop.example") == true)
    }
}
