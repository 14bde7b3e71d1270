import DeepLinks
import Platform
import Postgres
import TestSupport
import Testing

@testable import FleetStore

/// Imports take all lines or none.
@Suite struct LinkImportTests {
    let fixture: StoreFixture
    let store: FleetStore
    let tenant: Tenant
    let operation = Operation(actor: "ana", action: "link import")

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.store()
        var tenant = try sampleTenant("shop")
        tenant.routes.append(
            Route(name: try #require(RouteName("c")), pattern: try RoutePattern("/c/{slug}"), destination: .links))
        self.tenant = tenant
        let made = tenant
        try store.edit([], as: operation) { $0.tenants[made.name] = made }
    }

    private func run(
        _ lines: [(slug: String, to: String)], updates: Bool = false, isDryRun: Bool = false, isDrawn: Bool = false,
        problems: [LineProblem] = [], afterwards: WebURL? = nil
    ) throws -> LinkImportOutcome {
        let order = LinkImportOrder(of: tenant.name, updates: updates, isDryRun: isDryRun)
        var drawn = 0
        func redraw() -> String {
            drawn += 1
            return "drawn\(drawn)"
        }
        return try store.importLinks(order, as: operation, redraw: redraw) { tenant, take throws(StoreError) in
            var intake = LinkIntake(tenant)
            var found = problems
            for (index, line) in lines.enumerated() {
                do throws(RuleViolation) {
                    let key = try intake.key(of: "https://go.shop.example/c/\(line.slug)")
                    var link = Link(key: key, destination: try LinkDestination(line.to))
                    if let afterwards {
                        link.life.expires = UnixTime(seconds: 1)
                        link.afterwards = afterwards
                    }
                    found += intake.refusals(of: link).map { LineProblem(line: index + 1, problem: $0.rule) }
                    do throws(StoreError) {
                        try take(ImportedLine(number: index + 1, link: link, isDrawn: isDrawn))
                    } catch {
                        throw RuleViolation("\(error)")
                    }
                } catch {
                    found.append(LineProblem(line: index + 1, problem: error.description))
                }
            }
            return found
        }
    }

    private func stored() throws -> [String] {
        try store.links(of: tenant.name).map { "\($0.key.slug) \($0.destination.text)" }
    }

    @Test func `all lines are there afterwards, with one event and one change of the feed`() throws {
        let lines = (0..<2500).map { ("s\($0)", "https://www.shop.example/\($0)?x=%2B") }
        #expect(try run(lines) == .taken(lines: 2500, added: 2500, changed: 0))
        #expect(try store.linkCount(of: tenant.name) == 2500)
        #expect(
            try store.links(of: tenant.name, limit: 1).map(\.destination.text) == ["https://www.shop.example/0?x=%2B"])
        let event = try #require(store.audit(tenant: tenant.name, limit: 1).first)
        #expect(event.action == "link import")
        #expect(event.after == #"{"added": 2500, "changed": 0, "imported": 2500}"#)
        // As many over the same connection once more.
        #expect(try run(lines, updates: true) == .taken(lines: 2500, added: 0, changed: 0))
    }

    @Test
    func `a line that the source refuses, a repeated and a taken link are told together, and nothing is left behind`()
        throws
    {
        #expect(try run([("a", "/item/1")]) == .taken(lines: 1, added: 1, changed: 0))
        let before = try stored()
        let events = try store.audit(tenant: tenant.name, limit: 10).count
        let outcome = try run(
            [("b", "/item/2"), ("d", "/item/3"), ("b", "/item/4"), ("a", "/item/9"), ("e", "/well")],
            problems: [LineProblem(line: 9, problem: "bad")])
        #expect(
            outcome
                == .refused([
                    LineProblem(line: 3, problem: "an earlier line has this link"),
                    LineProblem(line: 4, problem: "there is such a link already; give --update"),
                    LineProblem(line: 9, problem: "bad"),
                ]))
        #expect(try stored() == before)
        #expect(try store.audit(tenant: tenant.name, limit: 10).count == events)
    }

    @Test func `links that are there are changed when that is asked for, but stay blocked`() throws {
        _ = try run([("a", "/item/1"), ("b", "/item/2")])
        try store.editLinks(of: tenant.name, as: operation) { _ throws(StoreError) in
            var link = try store.links(of: tenant.name, limit: 1)[0]
            link.life.isBlocked = true
            return LinkChange(written: [link])
        }
        #expect(
            try run([("a", "/item/5"), ("b", "/item/2"), ("d", "/item/4")], updates: true)
                == .taken(lines: 3, added: 1, changed: 1))
        #expect(try stored() == ["a /item/5", "b /item/2", "d /item/4"])
        #expect(try store.links(of: tenant.name).map(\.life.isBlocked) == [true, false, false])
    }

    @Test func `a dry run says what would be, and does nothing`() throws {
        #expect(
            try run([("a", "/item/1"), ("b", "/item/2")], isDryRun: true) == .taken(lines: 2, added: 2, changed: 0))
        #expect(try stored().isEmpty)
        #expect(
            try run([("a", "/item/1")], isDryRun: true, problems: [LineProblem(line: 1, problem: "bad")])
                == .refused([LineProblem(line: 1, problem: "bad")]))
    }

    @Test func `drawn slugs that are there already are drawn again`() throws {
        _ = try run([("a", "/item/1"), ("drawn2", "/item/2")])
        #expect(
            try run([("a", "/item/3"), ("b", "/item/4")], isDrawn: true) == .taken(lines: 2, added: 2, changed: 0))
        #expect(try stored() == ["a /item/1", "b /item/4", "drawn1 /item/3", "drawn2 /item/2"])
    }

    @Test func `circles are told beside other problems`() throws {
        let outcome = try run([
            ("a", "https://go.shop.example/c/b"), ("b", "https://go.shop.example/c/a"), ("x", "/item/1"),
            ("x", "/item/2"), ("bad", "http://www.shop.example/"),
        ])
        guard case .refused(let problems) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(problems.map(\.line) == [1, 2, 4, 5])
        #expect(problems.prefix(2).allSatisfy { $0.problem.hasPrefix("it leads in a circle: ") })
        #expect(try stored().isEmpty)
    }

    @Test func `an import waits for other writers of its tenant`() throws {
        store.lockTimeout = 1
        let address = try fixture.address
        let isHeld = LockedValue(false)
        let problem = LockedValue("")
        let threads = ThreadGroup()
        try threads.start(name: "writer") {
            do throws(PostgresError) {
                let other = try Connection.connect(to: address)
                try other.run(script: "BEGIN; SELECT FROM fleet.tenants WHERE name = 'shop' FOR UPDATE")
                isHeld.withLock { $0 = true }
                // Until the import asks for what is held.
                try other.run(
                    script: """
                        DO $$ BEGIN
                          WHILE NOT EXISTS (
                            SELECT FROM pg_locks
                            WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))
                          ) LOOP
                            PERFORM pg_sleep(0.02);
                          END LOOP;
                        END $$;
                        COMMIT
                        """)
            } catch {
                isHeld.withLock { $0 = true }
                problem.withLock { $0 = "\(error)" }
            }
        }
        try #require(comesTrue { isHeld.withLock { $0 } })
        let outcome = try run([("a", "/item/1")], isDryRun: true)
        threads.join()
        #expect(problem.withLock { $0 } == "")
        #expect(outcome == .taken(lines: 1, added: 1, changed: 0))
    }

    @Test func `the tenant's limit and rules hold, and circles are told by their lines`() throws {
        #expect(
            try run([("a", "http://www.shop.example/")])
                == .refused([
                    LineProblem(
                        line: 1,
                        problem:
                            "the tenant has no http:// destinations on this host: write https://, or add it to httpHosts"
                    )
                ]))
        let circle = try run([
            ("x", "/item/1"), ("a", "https://go.shop.example/c/b"), ("b", "https://go.shop.example/c/a"),
        ])
        guard case .refused(let problems) = circle else {
            Issue.record("a circle was taken")
            return
        }
        #expect(problems.map(\.line) == [2, 3])
        #expect(problems.allSatisfy { $0.problem.hasPrefix("it leads in a circle: ") })
        #expect(try stored().isEmpty)
        try store.edit(tenant: tenant.name, as: operation) { $0.limits.links = 2 }
        let full = #expect(throws: StoreError.self) {
            try run([("a", "/item/1"), ("b", "/item/2"), ("d", "/item/3")])
        }
        #expect(full?.description == "the tenant would have more links than its limit allows")
        #expect(try stored().isEmpty)
    }
}
