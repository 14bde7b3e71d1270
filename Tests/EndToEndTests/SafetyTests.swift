import TestSupport
import Testing

/// Destinations that no rule allows are refused when they are written, and not served when they stand in the database
/// all the same (cases 54, 57 and 72).
@Suite struct SafetyTests {
    private let database: TestDatabase

    init() throws {
        database = try DatabaseServingTests.database()
        try DatabaseServingTests.makeAcme(database)
        try DatabaseServingTests.run(
            ["route", "add", "campaign", "/c/{slug}", "--tenant", "acme", "--links"], database)
    }

    private func plant(_ slug: String, _ destination: String, kind: String = "url") throws {
        try database.psql(
            """
            INSERT INTO fleet.links (tenant_id, domain_id, route_id, slug, kind, destination)
            SELECT domains.tenant_id, domains.id, routes.id, '\(slug)', '\(kind)', '\(destination)'
            FROM fleet.domains JOIN fleet.routes USING (tenant_id) WHERE routes.name = 'campaign'
            """)
    }

    @Test func `rows that are older than a rule are not served, and stand beside others that are`() throws {
        let rows = [
            "https://user@www.acme.example/", "https://127.0.0.1/", "https://0x7f000001/", "https://[::1]/",
            "https://www.acme.example\\@evil.example/", "https://www.acme.example/a b", "http://www.acme.example/",
            "https://go.acme.example/c/r7", "https://www.acme.example/../x",
        ]
        for (index, destination) in rows.enumerated() { try plant("r\(index)", destination) }
        try plant("path", "//evil.example/", kind: "path")
        try plant("good", "https://www.acme.example/good")
        let gateway = try GatewayProcess(database: database.connectionURL)
        for slug in rows.indices.map({ "r\($0)" }) + ["path"] {
            let answer = try gateway.follow("/c/\(slug)", host: "go.acme.example")
            #expect(answer.status == 404, "\(slug)")
            #expect(answer.location == nil, "\(slug)")
        }
        #expect(try gateway.follow("/c/good", host: "go.acme.example").location == "https://www.acme.example/good")

        // The rules may change while rows stay.
        try DatabaseServingTests.run(["tenant", "set", "acme", "httpHosts=www.acme.example"], database)
        try eventually {
            try gateway.follow("/c/r6", host: "go.acme.example").location == "http://www.acme.example/"
        }
        try DatabaseServingTests.run(
            ["tenant", "set", "acme", "httpHosts=", "destinationHosts=*.acme.example"], database)
        try plant("away", "https://www.elsewhere.example/")
        try eventually { try gateway.follow("/c/r6", host: "go.acme.example").status == 404 }
        #expect(try gateway.follow("/c/away", host: "go.acme.example").status == 404)
        #expect(try gateway.follow("/c/good", host: "go.acme.example").status == 302)
        #expect(gateway.stop() == 0)
    }

    @Test func `a route that a hand gave a bad destination is served as before`() throws {
        let gateway = try GatewayProcess(database: database.connectionURL)
        try database.psql("UPDATE fleet.routes SET destination = 'https://u@evil.example/{id}' WHERE name = 'product'")
        try database.psql("UPDATE fleet.tenants SET web = 'https://10.0.0.1/'")
        try DatabaseServingTests.run(["tenant", "add", "other", "--web", "https://www.other.example/"], database)
        try DatabaseServingTests.run(
            ["domain", "add", "go.other.example", "--tenant", "other", "--attested"], database)
        try eventually { try gateway.get("/", host: "go.other.example").status == 302 }
        #expect(
            try gateway.get("/products/1", host: "go.acme.example").location == "https://www.acme.example/p/1")
        #expect(try gateway.get("/none", host: "go.acme.example").location == "https://www.acme.example/")
        #expect(gateway.stop() == 0)
    }

    @Test func `a Location that would be the request's own URL is never sent`() throws {
        try database.psql(
            """
            UPDATE fleet.routes SET destination = 'https://GO.acme.example:443/products/{id}#top' WHERE name = 'product';
            UPDATE fleet.tenants SET web = 'https://go.acme.example/{path}?{query}'
            """)
        let gateway = try GatewayProcess(database: database.connectionURL)
        for path in ["/products/42", "/products/42?a=b", "/", "/none", "/none?x"] {
            let answer = try gateway.get(path, host: "go.acme.example")
            #expect(answer.status == 404, "\(path)")
            #expect(answer.location == nil, "\(path)")
        }
        // One slash more is another URL, and a step nearer to the end.
        #expect(
            try gateway.get("/products/42/", host: "go.acme.example").location
                == "https://GO.acme.example:443/products/42#top")
        let outcome = try DatabaseServingTests.run(["resolve", "https://go.acme.example/products/42"], database)
        #expect(outcome.output.contains("404, for it would lead to itself"))
        #expect(gateway.stop() == 0)
    }

    @Test func `a circle over the links and routes of two tenants is refused by the write that closes it`() throws {
        try DatabaseServingTests.run(["tenant", "add", "other", "--web", "https://www.other.example/"], database)
        try DatabaseServingTests.run(
            ["domain", "add", "go.other.example", "--tenant", "other", "--attested"], database)
        try DatabaseServingTests.run(
            [
                "route", "add", "back", "/back/{id}", "--tenant", "other", "--web",
                "https://go.acme.example/c/round",
            ], database)
        let link = ["link", "add", "https://go.acme.example/c/round", "--to", "https://go.other.example/back/1"]
        let refused = try PosternProgram.run(link, database: database.connectionURL)
        #expect(refused.exitCode == 65)
        #expect(refused.messages.contains("it leads in a circle"))
        let routed = try PosternProgram.run(
            ["route", "set", "product", "--tenant", "acme", "web=https://go.acme.example/products/{id}"],
            database: database.connectionURL)
        #expect(routed.exitCode == 65)
        #expect(routed.messages.contains("it leads in a circle"))
        try DatabaseServingTests.run(
            ["link", "add", "https://go.acme.example/c/round", "--to", "https://www.acme.example/"], database)
        try DatabaseServingTests.run(
            ["link", "set", "https://go.acme.example/c/round", "to=https://go.acme.example/c/other"], database)
    }
}
