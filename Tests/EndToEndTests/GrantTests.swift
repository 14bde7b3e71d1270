import TestSupport
import Testing

/// `postern grant`: gateways, probers and tenants with logins of their own, as processes.
@Suite struct GrantTests {
    /// A database with two tenants, whose owner is no superuser.
    private struct Place {
        let database: TestDatabase

        init() throws {
            database = try PostgresFixture.shared().makeDatabase()
            try database.psql("CREATE ROLE \(login("owner")) LOGIN CREATEROLE")
            try database.psql("ALTER DATABASE \(database.name) OWNER TO \(login("owner"))")
            try run("owner", "migrate")
            try run("owner", "grant")
            for name in ["acme", "rival"] {
                try run("owner", "tenant", "add", name, "--web", "https://www.\(name).example/")
                try run("owner", "domain", "add", "go.\(name).example", "--tenant", name, "--attested")
                try run("owner", "route", "add", "campaign", "/c/{slug}", "--tenant", name, "--links")
                try run("owner", "link", "add", "https://go.\(name).example/c/one", "--to", "/\(name)/1")
            }
            try run("owner", "grant", "--tenant", "acme", "--login", login("acme"))
            try run("owner", "grant", "--as", "gateway", "--login", login("gateway"))
            try run("owner", "grant", "--as", "prober", "--login", login("prober"))
        }

        func login(_ name: String) -> String { "\(name)_\(database.name)" }

        func address(_ name: String) -> String { database.connectionURL(as: login(name)) }

        @discardableResult
        func run(
            _ name: String, _ words: String..., ending code: Int32 = 0,
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws -> PosternProgram.Outcome {
            let outcome = try PosternProgram.run(words, database: address(name))
            #expect(
                outcome.exitCode == code, "\(words.joined(separator: " ")): \(outcome.messages)",
                sourceLocation: sourceLocation)
            return outcome
        }
    }

    @Test func `a tenant uses the commands as they are, and gateways and probers have what they need`() throws {
        let place = try Place()
        let gateway = try GatewayProcess(["--node-name=one"], database: place.address("gateway"))
        try eventually {
            try place.run("acme", "gateways").output.contains("one")
        }

        // What is its own.
        try place.run(
            "acme", "route", "add", "item", "/item/{id}", "--tenant", "acme", "--web=https://www.acme.example/{id}",
            "--wait", "--timeout", "60s")
        #expect(try gateway.get("/item/7", host: "go.acme.example").location == "https://www.acme.example/7")
        try place.run("acme", "app", "add", "--tenant", "acme", "--ios", "8K4QZN7WXT.example.acme.shop")
        try place.run("acme", "tenant", "set", "acme", "web=https://web.acme.example/")
        try place.run("acme", "link", "add", "https://go.acme.example/c/two", "--to", "/acme/2")
        try place.run("acme", "link", "set", "https://go.acme.example/c/two", "note=x")
        try place.run(
            "acme", "domain", "set", "go.acme.example", "--tenant", "acme", "fallback=https://x.acme.example/")
        try place.run("acme", "domain", "add", "to.acme.example", "--tenant", "acme")
        try place.run("acme", "drift", "silence", "go.acme.example", "--until", "2027-06-01T00:00:00Z")
        try place.run("acme", "drift")
        try place.run("acme", "association", "publish", "--tenant", "acme")
        for words in [
            ["tenant", "list"], ["domain", "list"], ["fleet", "export", "--links"], ["association", "list"],
            ["audit", "--json"], ["code", "list"], ["link", "list", "--tenant", "acme"],
            ["resolve", "https://go.acme.example/item/1"], ["resolve", "https://go.acme.example/c/one"],
            ["association", "show", "go.acme.example"], ["association", "history", "go.acme.example"],
            ["domain", "show", "go.acme.example", "--tenant", "acme"], ["drift", "--json"],
        ] {
            let outcome = try PosternProgram.run(words, database: place.address("acme"))
            #expect(outcome.exitCode == 0, "\(words): \(outcome.messages)")
            #expect(!(outcome.output + outcome.messages).contains("rival"), "\(words)")
        }

        // What is another's is not there.
        try place.run("acme", "tenant", "show", "rival", ending: 66)
        try place.run("acme", "domain", "show", "go.rival.example", "--tenant", "rival", ending: 66)
        try place.run("acme", "association", "show", "go.rival.example", ending: 66)
        try place.run("acme", "link", "show", "https://go.rival.example/c/one", ending: 66)
        try place.run("acme", "route", "remove", "campaign", "--tenant", "rival", ending: 66)

        // What is the operator's is not permitted.
        try place.run("acme", "tenant", "suspend", "acme", ending: 77)
        try place.run("acme", "tenant", "set", "acme", "limits.links=9", ending: 77)
        try place.run("acme", "tenant", "remove", "acme", ending: 77)
        try place.run("acme", "tenant", "add", "third", "--web", "https://www.third.example/", ending: 77)
        try place.run("acme", "domain", "add", "at.acme.example", "--tenant", "acme", "--attested", ending: 77)
        try place.run("acme", "certificate", "list", ending: 77)
        try place.run("acme", "grant", ending: 77)

        // The proof is asked for, and a prober makes the name live.
        let shown = try place.run("acme", "domain", "show", "to.acme.example", "--tenant", "acme").output
        let token = try #require(shown.split(separator: "postern-verification=").last?.prefix(32))
        let names = try TestNameServer(zone: ["_postern.to.acme.example": [.txt(["postern-verification=\(token)"])]])
        let found = try place.run(
            "acme", "domain", "verify", "to.acme.example", "--dns-server", "\(names.address)", ending: 2)
        #expect(found.messages.contains("a prober"))
        let prober = try ProberProcess(
            [
                "--dns-server", "\(names.address)", "--apple-cdn", "https://apple.test.example/a",
                "--google-dal", "https://google.test.example/a",
            ],
            database: place.address("prober"))
        try eventually { try gateway.get("/", host: "to.acme.example").location == "https://web.acme.example/" }
        try eventually {
            try place.database.psql("SELECT count(*) > 0 FROM fleet.drift_states") == "t"
                && place.database.psql("SELECT count(*) > 0 FROM fleet.observations") == "t"
        }
        #expect(prober.stop() == 0)
        #expect(try !prober.messages.contains("42501"))
        #expect(gateway.stop() == 0)
    }
}
