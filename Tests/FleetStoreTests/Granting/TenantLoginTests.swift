import Association
import DeepLinks
import Platform
import Postgres
import TestSupport
import Testing

@testable import FleetStore

/// What a tenant's own login sees and may do, with the real server.
@Suite struct TenantLoginTests {
    private static let operation = Operation(actor: "acme", action: "test")

    /// How a statement ended, as far as who sent it is told.
    private struct Outcome: Equatable, CustomStringConvertible {
        var rows: Int?
        var state: String?
        var text = ""

        var description: String { "\(rows.map { "\($0) rows" } ?? ""), \(state ?? ""), \(text)" }
    }

    /// Runs a statement and takes it back.
    private func attempt(_ sql: String, over connection: Connection) throws -> Outcome {
        try connection.run(script: "BEGIN")
        defer { try? connection.run(script: "ROLLBACK") }
        do throws(PostgresError) {
            return Outcome(rows: try connection.execute(Statement<Void>("any", sql: sql)))
        } catch {
            return Outcome(state: error.sqlState?.code, text: "\(error.debugDescription)")
        }
    }

    @Test(arguments: GrantedFleet.Owner.allCases)
    func `no row of any table shows anything of another tenant`(owner: GrantedFleet.Owner) throws {
        let fleet = try GrantedFleet(owner: owner)
        let login = try fleet.connect(as: "acme")
        let mine = try fleet.database.psql("SELECT id FROM fleet.tenants WHERE name = 'acme'")
        let tables = try fleet.database.psql(
            """
            SELECT relname, EXISTS (SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'tenant_id')
            FROM pg_class WHERE relnamespace = 'fleet'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') ORDER BY 1
            """)
        var seen = 0
        var closed: Set<String> = []
        for line in tables.split(separator: "\n") {
            let (table, isOfTenants) = (line.prefix { $0 != "|" }, line.hasSuffix("t"))
            let others = isOfTenants ? "tenant_id IS DISTINCT FROM \(mine) AND tenant_id IS NOT NULL" : "false"
            do throws(PostgresError) {
                let found = try login.numbers(
                    """
                    SELECT count(*) FROM fleet.\(table) AS any_row
                    WHERE (\(others)) OR any_row::text ~ 'rival|726976616c'
                    UNION ALL SELECT count(*) FROM fleet.\(table)
                    """)
                #expect(found[0] == 0, "\(table)")
                if found[1] > 0 { seen += 1 }
            } catch {
                #expect(error.sqlState == .insufficientPrivilege, "\(table): \(error)")
                closed.insert(String(table))
            }
        }
        #expect(seen >= 20, "its own rows are seen in \(seen) tables")
        #expect(closed.isSuperset(of: ["certificates", "challenges", "alerts"]))
    }

    /// A statement that a tenant tries, with a guess that is right and one that is wrong.
    struct Guess: CustomTestStringConvertible {
        let testDescription: String
        let sql: String
        let right: String
        let wrong: String

        init(_ name: String, _ right: String, _ wrong: String, _ sql: String) {
            (testDescription, self.right, self.wrong, self.sql) = (name, right, wrong, sql)
        }
    }

    /// `$MINE`, `$OTHER`, `$DOMAIN` and `$ROUTE` stand for the numbers of the tenants, and of rival's domain and route.
    static let guesses: [Guess] = [
        Guess(
            "a slug", "rival-secret", "some-other",
            """
            INSERT INTO fleet.links (tenant_id, domain_id, route_id, slug, kind, destination)
            VALUES ($MINE, $DOMAIN, $ROUTE, 'GUESS', 'path', '/x')
            """),
        Guess(
            "a slug, in an update", "rival-secret", "some-other",
            "UPDATE fleet.links SET domain_id = $DOMAIN, route_id = $ROUTE, slug = 'GUESS'"),
        Guess(
            "a live name", "go.rival.example", "go.nobody.example",
            "INSERT INTO fleet.domains (tenant_id, name, state) VALUES ($MINE, 'GUESS', 'live')"),
        Guess(
            "a live name, below it", "to.go.rival.example", "to.go.nobody.example",
            "INSERT INTO fleet.domains (tenant_id, name, state) VALUES ($MINE, 'GUESS', 'live')"),
        Guess(
            "a held name", "go.rival.example", "go.nobody.example",
            """
            UPDATE fleet.domains SET name = 'GUESS', state = 'released', released_until = now() + interval '1 day'
            WHERE state = 'pending'
            """),
        Guess(
            "a live name, in an update", "go.rival.example", "go.nobody.example",
            "UPDATE fleet.domains SET name = 'GUESS'"),
        Guess(
            "a pending name", "rival-pending.example", "nobody-pending.example",
            "INSERT INTO fleet.domains (tenant_id, name) VALUES ($MINE, 'GUESS')"),
        Guess(
            "another's name", "go.rival.example", "go.nobody.example",
            "INSERT INTO fleet.domains (tenant_id, name, state) VALUES ($OTHER, 'GUESS', 'live')"),
        Guess(
            "an app", "com.example.rival", "com.example.nobody",
            """
            INSERT INTO fleet.apps (tenant_id, position, name, platform, identifier)
            VALUES ($OTHER, 99, 'GUESS', 'ios', 'ABCDE12345.GUESS')
            """),
        Guess(
            "a route's domain", "$DOMAIN", "99999",
            "INSERT INTO fleet.route_domains (tenant_id, route_id, domain_id) VALUES ($MINE, $CONFINED, GUESS)"),
        Guess(
            "a number of revisions", "1", "77",
            """
            INSERT INTO fleet.association_revisions (tenant_id, domain_id, kind, number)
            VALUES ($MINE, $DOMAIN, 'aasa', GUESS)
            """),
        Guess(
            "an uploaded kind", "aasa", "assetlinks",
            """
            INSERT INTO fleet.association_uploads (tenant_id, domain_id, kind, sha256)
            VALUES ($MINE, $DOMAIN, 'GUESS', sha256('x'))
            """),
        Guess(
            "a schedule", "$DOMAIN", "99999",
            "INSERT INTO fleet.probe_schedule (tenant_id, domain_id) VALUES ($MINE, GUESS)"),
        Guess(
            "a tenant", "rival", "nobody",
            "INSERT INTO fleet.tenants (name, web) VALUES ('GUESS', 'https://x.example')"),
        Guess("a tenant, in an update", "rival", "nobody", "UPDATE fleet.tenants SET name = 'GUESS'"),
        Guess("a tenant's number", "$OTHER", "99999", "UPDATE fleet.domains SET tenant_id = GUESS"),
        Guess(
            "a tenant's log", "rival", "nobody",
            "INSERT INTO fleet.audit_events (actor, action, tenant) VALUES ('x', 'x', 'GUESS')"),
        Guess(
            "a login", "acme-$BASE", "nobody",
            "INSERT INTO fleet.tenant_logins (login, tenant_id) VALUES ('GUESS', $MINE)"),
        Guess(
            "a challenge", "rival", "nobody",
            "INSERT INTO fleet.challenges (host, token, answer) VALUES ('go.rival.example', 'GUESS', 'x')"),
    ]

    @Test(arguments: GrantedFleet.Owner.allCases)
    func `an error tells nothing: a guess that is right ends as one that is wrong`(owner: GrantedFleet.Owner) throws {
        let fleet = try GrantedFleet(owner: owner)
        let login = try fleet.connect(as: "acme")
        func number(_ sql: String) throws -> String { try fleet.database.psql("SELECT id FROM fleet.\(sql)") }
        let places = [
            "$MINE": try number("tenants WHERE name = 'acme'"), "$OTHER": try number("tenants WHERE name = 'rival'"),
            "$DOMAIN": try number("domains WHERE name = 'go.rival.example'"),
            "$ROUTE": try number("routes WHERE name = 'campaign' AND tenant_id = 2"),
            "$CONFINED": try number("routes WHERE name = 'rival'"), "$BASE": fleet.database.name,
        ]
        for guess in Self.guesses {
            let outcomes = try [guess.right, guess.wrong].map { text in
                var sql = guess.sql.replacing("GUESS", with: text)
                for (place, value) in places { sql = sql.replacing(place, with: value) }
                var outcome = try attempt(sql, over: login)
                if text.contains(where: \.isLetter) { outcome.text = outcome.text.replacing(text, with: "GUESS") }
                return outcome
            }
            #expect(outcomes[0] == outcomes[1], "\(guess.testDescription)")
            #expect(!outcomes[0].text.contains("rival"), "\(guess.testDescription)")
            if guess.testDescription != "a pending name" {
                #expect(outcomes[0].state == "42501" || outcomes[0].rows == 0, "\(guess): \(outcomes[0])")
            }
        }
    }

    /// What a tenant may not do with its own.
    static let reserved = [
        "UPDATE fleet.tenants SET domain_limit = 100000", "UPDATE fleet.tenants SET is_suspended = true",
        "UPDATE fleet.tenants SET removed_at = now()", "DELETE FROM fleet.tenants",
        "UPDATE fleet.domains SET state = 'live' WHERE state = 'pending'",
        "UPDATE fleet.domains SET is_attested = true WHERE state = 'pending'",
        "UPDATE fleet.domains SET name = 'go.elsewhere.example' WHERE state = 'live'",
        "UPDATE fleet.domains SET state = 'released', released_until = now() + interval '1 year' WHERE state = 'live'",
        "UPDATE fleet.links SET is_blocked = true", "UPDATE fleet.domain_proofs SET token = repeat('0', 32)",
        "UPDATE fleet.association_documents SET bytes = ''", "DELETE FROM fleet.association_revisions",
        "UPDATE fleet.audit_events SET actor = 'x'", "DELETE FROM fleet.audit_events", "TRUNCATE fleet.links",
        "UPDATE fleet.probe_schedule SET lease = NULL", "DELETE FROM fleet.gateways",
        "UPDATE fleet.tenant_logins SET tenant_id = 2", "UPDATE fleet.feed SET pruned_through = 0",
        "SELECT setval('fleet.generations', 1)", "ALTER TABLE fleet.links DISABLE ROW LEVEL SECURITY",
        "CREATE TABLE fleet.mine ()", "SET ROLE postern_operator", "SELECT sealed_key FROM fleet.certificates",
    ]

    @Test func `what is the operator's stays so`() throws {
        let fleet = try GrantedFleet()
        let login = try fleet.connect(as: "acme")
        for sql in Self.reserved {
            let outcome = try attempt(sql, over: login)
            #expect(outcome.state == "42501", "\(sql): \(outcome)")
        }
        // A blocked link is neither freed nor removed, nor is its slug.
        try fleet.database.psql("UPDATE fleet.links SET is_blocked = true")
        for sql in [
            "UPDATE fleet.links SET is_blocked = false", "UPDATE fleet.links SET slug = 'x'", "DELETE FROM fleet.links",
            "DELETE FROM fleet.routes", "DELETE FROM fleet.domains",
        ] {
            let outcome = try attempt(sql, over: login)
            #expect(outcome.state == "42501", "\(sql): \(outcome)")
        }
        #expect(try attempt("UPDATE fleet.links SET destination = '/other'", over: login).rows == 1)
        // Another name for the session, or any setting, makes nobody another tenant.
        for setting in ["role = 'postern_tenant'", "session_authorization = DEFAULT", "row_security = off"] {
            try login.run(script: "SET \(setting)")
            let found = Result<[Int64], PostgresError> { () throws(PostgresError) in
                try login.numbers("SELECT count(*) FROM fleet.links")
            }
            switch found {
            case .success(let counts): #expect(counts == [1], "\(setting)")
            case .failure(let error): #expect(error.sqlState == .insufficientPrivilege, "\(setting)")
            }
        }
    }

    @Test(arguments: GrantedFleet.Owner.allCases)
    func `commands work as they are, on what is the tenant's`(owner: GrantedFleet.Owner) throws {
        let fleet = try GrantedFleet(owner: owner)
        let store = try FleetStore(database: fleet.address(as: "acme"))
        let acme = fleet.acme.name
        #expect(try store.fleet(withLinks: true).tenants.map(\.name) == [acme])
        #expect(throws: StoreError.self) { try store.tenant(named: fleet.rival.name) }
        #expect(try store.owner(of: DomainName("go.rival.example")) == nil)
        #expect(try store.gateways().map(\.name) == ["one"])

        let added = try DomainName("to.acme.example")
        try store.edit(tenant: acme, as: Self.operation) { tenant throws(StoreError) in
            tenant.routes.removeFirst()
            tenant.domains.append(Domain(name: added))
            for index in tenant.domains.indices where tenant.domains[index].state == .live {
                tenant.domains[index].isCaseSensitive = false
                tenant.domains[index].uploads[.aasa] = nil
            }
        }
        #expect(try store.tenant(named: acme).documents[fleet.acme.domains[0].name]?.aasa?.number == 2)
        #expect(try store.history(of: fleet.acme.domains[0].name).filter { $0.kind == .aasa }.count == 2)
        let link = try #require(try store.links(of: acme).first)
        try store.editLinks(of: acme, as: Self.operation) { _ in
            LinkChange(written: [Link(key: link.key, destination: .path("/acme/2"))])
        }
        let order = LinkImportOrder(of: acme, updates: true)
        let outcome = try store.importLinks(order, as: Self.operation, redraw: { "x" }) { _, take throws(StoreError) in
            try take(ImportedLine(number: 1, link: Link(key: link.key, destination: .path("/acme/3"))))
            return []
        }
        #expect(outcome == .taken(lines: 1, added: 0, changed: 1))
        try store.publish([acme], as: Self.operation)
        let exported = FleetFile(exporting: try store.fleet(withLinks: true), includesLinks: true)
        #expect(try store.plan(exported).changes == [])
        try store.apply(exported, prunes: true, as: Self.operation)
        #expect(try store.tenant(named: acme).tenant.domains.count == 3)
        #expect(try fleet.database.psql("SELECT count(*) FROM fleet.tenants") == "2")

        let events = try store.audit()
        #expect(events.count >= 5 && events.allSatisfy { $0.tenant == "acme" })
        let granted = #"{"login": "\#(try fleet.login(for: "acme"))"}"#
        #expect(events.contains { $0.after == granted })
        #expect(try store.newestGeneration() > 0)

        let proof = try #require(try store.proofs(of: added).first)
        #expect(try store.isTenantSession())
        try store.hasten(proof)
        let refused = #expect(throws: StoreError.self) { try store.confirm(proof, by: .dns, as: Self.operation) }
        #expect(refused?.postgresError?.sqlState == .insufficientPrivilege)
        try store.edit(tenant: acme, as: Self.operation) { tenant in tenant.domains.removeAll { $0.name == added } }
        #expect(throws: StoreError.self) { try store.endHold(of: DomainName("go.rival.example"), as: Self.operation) }
    }

    @Test func `who listens hears numbers, and strangers do not even connect`() throws {
        let fleet = try GrantedFleet()
        let login = try fleet.connect(as: "acme")
        try login.listen(to: "fleet")
        try fleet.store.edit(tenant: fleet.rival.name, as: Self.operation) { tenant in tenant.routes.removeLast() }
        var heard: [Postgres.Notification] = []
        #expect(
            try comesTrue {
                heard += try login.waitForNotifications(within: .milliseconds(10))
                return !heard.isEmpty
            })
        #expect(heard.allSatisfy { Int64($0.payload) != nil })

        let stranger = "stranger-\(fleet.database.name)"
        try fleet.database.psql("CREATE ROLE \"\(stranger)\" LOGIN")
        let address = try ConnectionString(fleet.database.connectionURL(as: stranger))
        let error = #expect(throws: PostgresError.self) { try Connection.connect(to: address) }
        #expect(error?.debugDescription.contains("permission denied for database") == true)
    }

    @Test func `a login ends with its rights or its tenant, and the log of a former tenant of the name stays closed`()
        throws
    {
        let fleet = try GrantedFleet()
        let login = try fleet.login(for: "acme")
        let store = try FleetStore(database: fleet.address(as: "acme"))
        #expect(try store.audit().contains { $0.action == "tenant add" })
        // Held names keep the removed tenant's row for the next one of its name.
        try fleet.store.edit([fleet.acme.name], as: Self.operation) { draft in draft.tenants[fleet.acme.name] = nil }
        try fleet.store.edit([], as: Self.operation) { draft in draft.tenants[fleet.acme.name] = fleet.acme }
        #expect(try store.fleet().tenants == [])
        #expect(try store.audit() == [])
        try fleet.store.grant(login, to: fleet.acme.name, as: Self.operation)
        #expect(try store.fleet().tenants.map(\.name) == [fleet.acme.name])
        #expect(try store.audit().map(\.action) == ["test", "test"])

        try fleet.store.revoke(login, as: Self.operation)
        #expect(throws: PostgresError.self) { try Connection.connect(to: fleet.address(as: "acme")) }
        #expect(throws: StoreError.self) { try fleet.store.revoke(login, as: Self.operation) }
    }
}
