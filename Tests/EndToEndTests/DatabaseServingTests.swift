import Foundation
import Glibc
import TestSupport
import Testing

/// The whole program with a database: commands, gateways, and what the gateways make of the commands.
@Suite struct DatabaseServingTests {
    /// A database with the schema, migrated by the program.
    static func database() throws -> TestDatabase {
        let fixture = try PostgresFixture.shared()
        let template = try fixture.template(named: "end_to_end") { database in
            try run(["migrate"], database)
        }
        return try fixture.makeDatabase(template: template)
    }

    /// Runs a command that has to end well.
    @discardableResult
    static func run(
        _ words: [String], _ database: TestDatabase, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> PosternProgram.Outcome {
        let outcome = try PosternProgram.run(words, database: database.connectionURL)
        #expect(
            outcome.exitCode == 0, "\(words.joined(separator: " ")): \(outcome.messages)",
            sourceLocation: sourceLocation)
        return outcome
    }

    /// The README's first tenant.
    static func makeAcme(_ database: TestDatabase) throws {
        try run(["tenant", "add", "acme", "--web", "https://www.acme.example/"], database)
        try run(["domain", "add", "go.acme.example", "--tenant", "acme", "--attested"], database)
        try run(["app", "add", "--tenant", "acme", "--ios", "8K4QZN7WXT.example.acme.shop"], database)
        try run(
            [
                "route", "add", "product", "/products/{id}", "--tenant", "acme", "--web",
                "https://www.acme.example/p/{id}",
            ],
            database)
    }

    @Test func `the first tenant of the README is served`() throws {
        let database = try Self.database()
        try Self.makeAcme(database)
        let gateway = try GatewayProcess(database: database.connectionURL)
        let answer = try gateway.get("/products/42", host: "go.acme.example")
        #expect(answer.status == 302)
        #expect(answer.location == "https://www.acme.example/p/42")
        let file = try gateway.get("/.well-known/apple-app-site-association", host: "go.acme.example")
        #expect(file.text == (try Self.run(["association", "show", "go.acme.example"], database).output))
        #expect(gateway.stop() == 0)
    }

    @Test func `two gateways serve a change by the command line and one by psql`() throws {
        let database = try Self.database()
        try Self.makeAcme(database)
        let gateways = [
            try GatewayProcess(database: database.connectionURL), try GatewayProcess(database: database.connectionURL),
        ]
        func converge(to location: String) throws {
            for gateway in gateways {
                try eventually { try gateway.get("/products/42", host: "go.acme.example").location == location }
            }
        }
        try converge(to: "https://www.acme.example/p/42")
        try Self.run(
            ["route", "set", "product", "--tenant", "acme", "web=https://www.acme.example/q/{id}"], database)
        try converge(to: "https://www.acme.example/q/42")

        try database.psql("UPDATE fleet.routes SET destination = 'https://www.acme.example/r/{id}'")
        try converge(to: "https://www.acme.example/r/42")
        let stale = try Self.run(["association", "list", "--stale", "--json"], database)
        #expect(stale.output.contains("go.acme.example"))
        try Self.run(["association", "publish", "--tenant", "acme"], database)
        #expect(
            try !Self.run(["association", "list", "--stale", "--json"], database).output.contains("go.acme.example"))

        try Self.run(["tenant", "suspend", "acme"], database)
        for gateway in gateways {
            try eventually { try gateway.get("/products/42", host: "go.acme.example").status == 404 }
            #expect(try gateway.get("/apple-app-site-association", host: "go.acme.example").status == 200)
        }
    }

    @Test func `what the prober saw is told: what is stale, since when, what it breaks, and the timeline`() throws {
        let database = try Self.database()
        try Self.makeAcme(database)
        try Self.run(["drift"], database)
        try database.psql(
            """
            INSERT INTO fleet.drift_states (tenant_id, domain_id, vantage, kind, verdict, reason, revision, replaced_at,
              healing_at, witnesses, since, drift_since, last_seen_at, bad_probes, is_raised)
            VALUES (1, 1, 'apple-cdn', 'aasa', 'stale', 'it is revision 1 of 2', 1, '2027-01-01T00:00:00Z',
              '2027-01-02T00:00:00Z',
              '[{"app": "A.b", "url": "https://go.acme.example/products/0", "opensNow": false}]',
              '2027-01-01T01:00:00Z', '2027-01-01T01:00:00Z', '2027-01-01T03:00:00Z', 0, false);
            INSERT INTO fleet.observations (tenant_id, domain_id, vantage, kind, verdict, revision, outcome,
              first_seen_at, last_seen_at)
            SELECT 1, 1, 'origin', 'aasa', 'in_sync', 2, 'answered-200', max(published_at) + interval '12 s',
              now() + interval '1 h'
            FROM fleet.association_revisions
            """)
        let drifts = try PosternProgram.run(["drift"], database: database.connectionURL)
        #expect(drifts.exitCode == 1)
        #expect(drifts.output.contains("stale") && drifts.output.contains("https://go.acme.example/products/0"))
        let one = try PosternProgram.run(["drift", "go.acme.example"], database: database.connectionURL)
        #expect(one.exitCode == 1)
        for part in [
            "go.acme.example  apple-cdn  aasa  stale", "revision 1 of 2", "3 h 0 min before", "does not open A.b",
            "heals     2027-01-02T00:00:00Z or before; devices",
        ] {
            #expect(one.output.contains(part), "\(one.output) lacks \(part)")
        }
        let history = try Self.run(["drift", "history", "go.acme.example"], database).output
        #expect(history.contains("● aasa revision 1 published"))
        #expect(history.contains("│ ○ origin has aasa revision 2, 12 s"))
        try Self.run(["drift", "silence", "go.acme.example", "--until", "2099-01-01T00:00:00Z"], database)
        #expect(try database.psql("SELECT silenced_until > now() FROM fleet.probe_schedule") == "t")
        let unknown = try PosternProgram.run(
            ["drift", "silence", "no.acme.example", "--until", "2099-01-01T00:00:00Z"],
            database: database.connectionURL)
        #expect(unknown.exitCode == 66)
        for words in [["no.acme.example"], ["--tenant", "nobody"], ["history", "no.acme.example"]] {
            let none = try PosternProgram.run(["drift"] + words, database: database.connectionURL)
            #expect(none.exitCode == 66 && none.output.isEmpty, "\(words): \(none.messages)")
        }
    }

    @Test func `two gateways list themselves, and a killed one is not taken for one that went`() throws {
        let database = try Self.database()
        let gateways = try ["one", "two"].map { name in
            try GatewayProcess(
                ["--node-name=\(name)", "--advertise=http://127.0.0.1:0"], database: database.connectionURL)
        }
        func list() throws -> String { try Self.run(["gateways", "--json"], database).output }
        try eventually { try list().contains("\"one\"") && list().contains("\"two\"") }
        for gateway in gateways { #expect(try list().contains("http://\(gateway.address("http"))\"")) }
        #expect(gateways[0].stop() == 0)
        gateways[1].signal(SIGKILL)
        _ = gateways[1].waitForEnd()
        let rest = try Self.run(["gateways"], database).output
        #expect(!rest.contains("one ") && rest.contains("two "))
    }

    @Test func `a fleet file is planned, applied and exported`() throws {
        let database = try Self.database()
        let plan = try PosternProgram.run(
            ["fleet", "plan", FleetFileServingTests.demo], database: database.connectionURL)
        #expect(plan.exitCode == 2)
        let token = try #require(plan.output.split(separator: "\n").last?.split(separator: " ").last)
        try Self.run(["fleet", "apply", FleetFileServingTests.demo, "--expect", String(token)], database)
        try Self.run(["fleet", "plan", FleetFileServingTests.demo], database)
        let again = try PosternProgram.run(
            ["fleet", "apply", FleetFileServingTests.demo, "--expect", String(token)], database: database.connectionURL)
        #expect(again.exitCode == 73)

        // What is exported makes the same fleet elsewhere, and exports the same.
        let exported = try Self.run(["fleet", "export", "--links"], database).output
        let other = try Self.database()
        let applied = try PosternProgram.run(
            ["fleet", "apply", "-"], database: other.connectionURL, input: exported)
        #expect(applied.exitCode == 0, "\(applied.messages)")
        #expect(try Self.run(["fleet", "export", "--links"], other).output == exported)
    }

    @Test func `links are made, shown, changed, followed and removed by their URL`() throws {
        let database = try Self.database()
        try Self.makeAcme(database)
        try Self.run(["route", "add", "campaign", "/c/{slug}", "--tenant", "acme", "--links"], database)
        let gateway = try GatewayProcess(database: database.connectionURL)
        let url = "https://go.acme.example/c/summer"
        func answer() throws -> HTTPAnswer { try gateway.follow("/c/summer", host: "go.acme.example") }
        try eventually { try answer().status == 404 }

        try Self.run(["link", "add", url, "--to", "/products/7"], database)
        try eventually { try answer().location == "https://www.acme.example/p/7" }
        #expect(try Self.run(["link", "list", "--tenant", "acme"], database).output.contains("/products/7"))
        try Self.run(
            ["link", "set", url, "to=https://www.acme.example/sale?a=%26", "expires=2099-01-01T00:00:00Z"], database)
        try eventually { try answer().location == "https://www.acme.example/sale?a=%26" }
        let shown = try Self.run(["link", "show", url, "--json"], database).output
        #expect(shown.contains("\"url\": \"\(url)\""))
        #expect(shown.contains("\"expires\": \"2099-01-01T00:00:00Z\""))
        try Self.run(["link", "set", url, "expires=2020-01-01T00:00:00Z"], database)
        let preview = ["preview.title", "preview.description", "preview.image"]
        try Self.run(
            ["link", "set", url] + zip(preview, ["A", "B", "https://www.acme.example/a.png"]).map { "\($0)=\($1)" },
            database)
        for order in [preview, preview.reversed()] {
            try Self.run(["link", "set", url] + order.map { "\($0)=" }, database)
        }
        try eventually { try answer().status == 410 }
        try Self.run(["link", "remove", url], database)
        try eventually { try answer().status == 404 }
        for (words, code) in [
            (["link", "show", url], Int32(66)), (["link", "remove", url], 66),
            (["link", "add", "https://go.acme.example/products/1", "--to", "/products/7"], 65),
            (["link", "add", "https://go.other.example/c/x", "--to", "/products/7"], 66),
            (["link", "add", url, "--to", "javascript:alert(1)"], 65),
        ] {
            #expect(try PosternProgram.run(words, database: database.connectionURL).exitCode == code, "\(words)")
        }
    }

    @Test func `a link that another route hides is still shown and removed`() throws {
        let database = try Self.database()
        try Self.makeAcme(database)
        try Self.run(["route", "add", "campaign", "/c/{slug}", "--tenant", "acme", "--links"], database)
        let url = "https://go.acme.example/c/summer"
        try Self.run(["link", "add", url, "--to", "/products/7"], database)
        try Self.run(
            [
                "route", "add", "hiding", "/c/{rest*}", "--tenant", "acme", "--web", "https://www.acme.example/",
                "--before", "campaign",
            ], database)
        #expect(try Self.run(["link", "show", url], database).output.contains("/products/7"))
        try Self.run(["link", "remove", url], database)
        #expect(
            try PosternProgram.run(["link", "show", url], database: database.connectionURL).exitCode == 65,
            "no link is there, and no route would lead to one")
    }

    @Test func `resolve says the same by the database, by a file and by a running gateway`() throws {
        let database = try Self.database()
        try Self.run(["fleet", "apply", FleetFileServingTests.demo], database)
        let gateway = try GatewayProcess(database: database.connectionURL)
        for url in [
            "https://go.reader.example/item/7", "https://www.yourdomain.example/c/summer",
            "https://anna.kitchen.example/mobile-app/recipe?id=1", "https://nobody.example/",
            "https://go.festival.example/acts/x", "https://go.notes.example/.well-known/assetlinks.json",
        ] {
            let asker = [
                "--header", "User-Agent=Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Mobile/15E148",
                "--header", "Accept-Language=de", "--at", "2027-12-31T00:00:00Z",
            ]
            for words in [["resolve", url], ["resolve", url, "--json"] + asker] {
                let byDatabase = try Self.run(words, database).output
                let byFile = try Self.run(words + ["--fleet", FleetFileServingTests.demo], database).output
                #expect(byFile == byDatabase)
                // A gateway that does not find a link in time says so.
                try eventually {
                    let words = words + ["--gateway", "http://\(gateway.address("admin"))"]
                    return try PosternProgram.run(words).output == byDatabase
                }
            }
        }
    }

    @Test func `every write is in the audit log with who gave it`() throws {
        let database = try Self.database()
        try Self.makeAcme(database)
        let log = try Self.run(["audit", "--tenant", "acme"], database).output
        for action in ["tenant add", "domain add", "app add", "route add"] { #expect(log.contains(action)) }
        #expect(log.contains("end-to-end"))
    }

    struct Refusal: CustomTestStringConvertible {
        let line: String
        let exitCode: Int32
        let message: String
        var testDescription: String { line }
    }

    static let refusals = [
        Refusal(line: "tenant show nobody", exitCode: 66, message: "there is no tenant nobody"),
        Refusal(
            line: "tenant add acme --web https://a.example/", exitCode: 65, message: "there is a tenant acme already"),
        Refusal(line: "tenant add Acme --web https://a.example/", exitCode: 65, message: "\"Acme\""),
        Refusal(
            line: "domain add go.acme.example --tenant other --attested", exitCode: 65,
            message: "go.acme.example cannot be live: it belongs to another tenant"),
        Refusal(
            line: "domain add *.acme.example --tenant other --attested", exitCode: 65,
            message: "belongs to another tenant"),
        Refusal(line: "domain add 10.0.0.1 --tenant other --attested", exitCode: 65, message: "\"10.0.0.1\""),
        Refusal(
            line: "route add again /products/{id}/x --tenant acme --web https://a.example/{no}", exitCode: 65,
            message: "{no}"),
        Refusal(line: "route remove products --tenant acme", exitCode: 66, message: "did you mean 'product'?"),
        Refusal(
            line: "route set product --tenant acme examples=/other/1", exitCode: 65,
            message: "routes[\"product\"].examples[0]"),
    ]

    @Test func `a write that is refused names field, value and rule, and writes nothing`() throws {
        let database = try Self.database()
        try Self.makeAcme(database)
        try Self.run(["tenant", "add", "other", "--web", "https://other.example/"], database)
        let before = try Self.run(["fleet", "export"], database).output
        for refusal in Self.refusals {
            let outcome = try PosternProgram.run(
                refusal.line.split(separator: " ").map(String.init), database: database.connectionURL)
            #expect(outcome.exitCode == refusal.exitCode, "\(refusal.line)")
            #expect(outcome.messages.contains(refusal.message), "\(refusal.line): \(outcome.messages)")
            #expect(outcome.output.isEmpty)
        }
        #expect(try Self.run(["fleet", "export"], database).output == before)
    }

    @Test func `a database that is given is the one that is migrated, whatever the variables say`() throws {
        let database = try PostgresFixture.shared().makeDatabase()
        let other = try PostgresFixture.shared().makeDatabase()
        let outcome = try PosternProgram.run(
            ["migrate", "--database", database.connectionURL], database: other.connectionURL,
            variables: ["POSTERN_DATABASE_DIRECT_URL": other.connectionURL])
        #expect(outcome.exitCode == 0, "\(outcome.messages)")
        #expect(try database.psql("SELECT count(*) > 0 FROM fleet.migrations") == "t")
        #expect(try other.psql("SELECT to_regclass('fleet.migrations') IS NULL") == "t")
    }

    @Test func `a stale tenant is listed before it publishes anything`() throws {
        let database = try Self.database()
        try Self.run(["tenant", "add", "acme", "--web", "https://www.acme.example/"], database)
        try Self.run(["domain", "add", "go.acme.example", "--tenant", "acme", "--attested"], database)
        #expect(try Self.run(["association", "list", "--stale"], database).output.isEmpty)
        try database.psql(
            """
            INSERT INTO fleet.apps (tenant_id, position, name, platform, identifier)
            VALUES (1, 1, 'shop', 'ios', '8K4QZN7WXT.example.acme.shop')
            """)
        #expect(try Self.run(["association", "list"], database).output.isEmpty)
        #expect(try Self.run(["association", "list", "--stale"], database).output.contains("go.acme.example"))
    }

    @Test func `migrations are applied once, and several processes may try at the same time`() async throws {
        let database = try PostgresFixture.shared().makeDatabase()
        let pending = try PosternProgram.run(["migrate", "--dry-run"], database: database.connectionURL)
        #expect(pending.exitCode == 2)
        #expect(pending.output.hasPrefix("0001_"))
        // Case 125: every one ends well.
        let codes = try await withThrowingTaskGroup(of: Int32.self) { group in
            for _ in 0..<4 {
                group.addTask { try PosternProgram.run(["migrate"], database: database.connectionURL).exitCode }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes == [0, 0, 0, 0])
        #expect(try Self.run(["migrate", "--dry-run"], database).output.isEmpty)
    }
}
