import Association
import DeepLinks
import FleetStore
import Platform
import Postgres
import TestSupport
import Testing

@testable import Prober

/// The prober's tables: who probes what when, what is kept of it, and what has to be told.
@Suite struct ProbeStoreTests {
    let fixture: ProbeStoreFixture
    let store: ProbeStore

    init() throws {
        fixture = try ProbeStoreFixture()
        store = try fixture.store()
    }

    private static let origin = ObservedFile(.origin, .aasa)

    private func probe(
        _ verdict: Verdict, _ domain: LeasedDomain, next: Duration = .zero
    ) throws -> ProbeStore.Outcome {
        let seen = JudgedFile(
            Self.origin, Judgement(verdict, reason: verdict == .inSync ? "" : "why"), outcome: "answered-200")
        return try store.finish(domain, saw: [seen], failures: 0, next: next)
    }

    /// Leases the one domain and probes it.
    private func probe(_ verdict: Verdict) throws -> [DriftState.Event] {
        let domain = try #require(try store.lease(1, for: .seconds(60)).first)
        guard case .recorded(let news, findings: _, gateways: _) = try probe(verdict, domain) else { return [] }
        return news[Self.origin] ?? []
    }

    @Test func `a publication makes a domain due, and a probe puts it off`() throws {
        try fixture.makeTenant("shop", domains: ["go.shop.example"])
        let domain = try #require(try store.lease(10, for: .seconds(60)).first)
        #expect(domain.name == "go.shop.example" && domain.tenant == "shop")
        #expect(try store.lease(10, for: .seconds(60)) == [])
        _ = try probe(.inSync, domain, next: .seconds(900))
        #expect(try store.lease(10, for: .seconds(60)) == [])
        try fixture.addRoute("more", to: "shop")
        #expect(try store.lease(10, for: .seconds(60)).count == 1)
    }

    @Test func `a publication during a probe keeps the domain due`() throws {
        try fixture.makeTenant("shop", domains: ["go.shop.example"])
        let domain = try #require(try store.lease(1, for: .seconds(60)).first)
        try fixture.addRoute("more", to: "shop")
        _ = try probe(.inSync, domain, next: .seconds(900))
        #expect(try store.lease(1, for: .seconds(60)).count == 1)
    }

    @Test func `a lease lapses, and who lost it records nothing`() throws {
        try fixture.makeTenant("shop", domains: ["go.shop.example"])
        let dead = try #require(try store.lease(1, for: .zero).first)
        let alive = try #require(try store.lease(1, for: .seconds(60)).first)
        #expect(dead.id == alive.id && dead.lease != alive.lease)
        #expect(try probe(.unreachable, dead) == .leaseLost)
        #expect(try fixture.database.psql("SELECT count(*) FROM fleet.observations") == "0")
        #expect(try probe(.inSync, alive) != .leaseLost)
    }

    @Test func `three probers at once take each domain once`() throws {
        try fixture.makeTenant("shop", domains: (0..<60).map { "go\($0).shop.example" })
        let taken = LockedValue<[Int32]>([])
        let threads = ThreadGroup()
        for _ in 0..<3 {
            try threads.start(name: "prober") { [database = fixture.database] in
                guard let store = try? ProbeStoreFixture.store(database) else { return }
                while let domains = try? store.lease(7, for: .seconds(600)), !domains.isEmpty {
                    taken.withLock { $0 += domains.map(\.id) }
                    for domain in domains { _ = try? store.finish(domain, saw: [], failures: 0, next: .seconds(900)) }
                }
            }
        }
        threads.join()
        let ids = taken.withLock { $0 }
        #expect(ids.count == 60 && Set(ids).count == 60)
    }

    @Test func `what is due for longest is taken first, so that no domain starves`() throws {
        try fixture.makeTenant("shop", domains: (0..<9).map { "go\($0).shop.example" })
        let due = "UPDATE fleet.probe_schedule SET due_at = now() - domain_id * interval '1 second'"
        try fixture.database.psql(due)
        var taken: [Int32] = []
        for _ in 0..<9 {
            let domain = try #require(try store.lease(1, for: .seconds(60)).first)
            taken.append(domain.id)
            // It is due again at once, and still the others come before it.
            _ = try store.finish(domain, saw: [], failures: 0, next: .zero)
        }
        #expect(taken == taken.sorted(by: >) && Set(taken).count == 9)
    }

    @Test func `domains that nobody published are enrolled and spread`() throws {
        try fixture.makeTenant("shop", domains: (0..<20).map { "go\($0).shop.example" })
        try fixture.database.psql("TRUNCATE fleet.probe_schedule")
        try store.enrol(over: .seconds(900))
        try store.enrol(over: .seconds(900))
        #expect(try store.lease(100, for: .seconds(60)).count < 10)
        #expect(try fixture.database.psql("SELECT count(*) FROM fleet.probe_schedule") == "20")
        #expect(try store.overdue(by: .seconds(60)) == 0)
    }

    @Test func `a drift is told once, and once when it is over`() throws {
        try fixture.makeTenant("shop", domains: ["go.shop.example"])
        #expect(try probe(.inSync) == [.changed(from: nil, to: .inSync)])
        #expect(try probe(.foreign) == [.changed(from: .inSync, to: .foreign)])
        #expect(try probe(.foreign) == [.raised])
        #expect(try probe(.foreign) == [])
        #expect(try probe(.inSync) == [.changed(from: .foreign, to: .inSync), .cleared])
        let told = try fixture.database.psql("SELECT event, cause, host FROM fleet.alerts ORDER BY id")
        #expect(told == "raised|origin/foreign|go.shop.example\ncleared|origin/foreign|go.shop.example")
        #expect(
            try fixture.database.psql("SELECT body ->> 'verdict', body ->> 'reason' FROM fleet.alerts LIMIT 1")
                == "foreign|why")
    }

    @Test func `a domain that is released takes its states along, and its alerts are cleared once`() throws {
        try fixture.makeTenant("shop", domains: ["go.shop.example", "to.shop.example"])
        for _ in 0..<2 {
            for domain in try store.lease(2, for: .seconds(60)) { _ = try probe(.foreign, domain) }
        }
        try fixture.fleet.edit(
            tenant: try #require(TenantName("shop")), as: Operation(actor: "test", action: "domain remove")
        ) { $0.domains.removeAll { $0.name.text == "go.shop.example" } }
        try store.forgetDeparted()
        try store.forgetDeparted()
        let told = try fixture.database.psql("SELECT event, host FROM fleet.alerts ORDER BY event, host")
        #expect(told == "cleared|go.shop.example\nraised|go.shop.example\nraised|to.shop.example")
        let text = try fixture.database.psql("SELECT body ->> 'text' FROM fleet.alerts WHERE event = 'cleared'")
        #expect(text.hasPrefix("go.shop.example: aasa at origin is watched no longer; it was foreign since 20"))
        #expect(try fixture.database.psql("SELECT count(*) FROM fleet.drift_states") == "1")
    }

    @Test func `Google is asked as long as what it held was not right`() throws {
        try fixture.makeTenant("shop", domains: ["go.shop.example"])
        var asked: [Bool] = []
        for verdict in [Verdict.inSync, .stale, .unreachable, .inSync, .inSync] {
            let domain = try #require(try store.lease(1, for: .seconds(60)).first)
            asked.append(domain.driftsAtGoogle)
            let seen = JudgedFile(ObservedFile(.googleDAL, .assetlinks), Judgement(verdict), outcome: "x")
            _ = try store.finish(domain, saw: [seen], failures: 0, next: .zero)
        }
        #expect(asked == [false, false, true, true, false])
    }

    @Test func `a row is kept for each change, and a day's count`() throws {
        try fixture.makeTenant("shop", domains: ["go.shop.example"])
        for verdict in [Verdict.inSync, .inSync, .foreign, .inSync, .inSync, .inSync] { _ = try probe(verdict) }
        let rows = try fixture.database.psql("SELECT verdict, probes FROM fleet.observations ORDER BY id")
        #expect(rows == "in_sync|2\nforeign|1\nin_sync|3")
        #expect(try fixture.database.psql("SELECT sum(probes), sum(drifted) FROM fleet.observation_days") == "6|1")
    }

    @Test func `a silenced domain raises nothing until the silence is over`() throws {
        try fixture.makeTenant("shop", domains: ["go.shop.example"])
        #expect(try store.silence("go.shop.example", until: .now() + .seconds(3600)))
        for _ in 0..<4 { #expect(try !probe(.unreachable).contains(.raised)) }
        #expect(try store.silence("go.shop.example", until: .now()))
        #expect(try probe(.unreachable) == [.raised])
        #expect(try !store.silence("no.shop.example", until: .now()))
    }

    @Test func `what is old is forgotten, but for the newest of each file`() throws {
        try fixture.makeTenant("shop", domains: ["go.shop.example"])
        for verdict in [Verdict.inSync, .foreign, .foreign, .inSync] { _ = try probe(verdict) }
        try fixture.database.psql(
            """
            UPDATE fleet.observations SET last_seen_at = now() - interval '91 days';
            UPDATE fleet.observation_days SET day = day - 731;
            UPDATE fleet.alerts SET delivered_at = now() - interval '91 days' WHERE event = 'raised'
            """)
        try store.prune()
        #expect(try fixture.database.psql("SELECT verdict FROM fleet.observations") == "in_sync")
        #expect(try fixture.database.psql("SELECT count(*) FROM fleet.observation_days") == "0")
        #expect(try fixture.database.psql("SELECT event FROM fleet.alerts") == "cleared")
    }

    @Test func `revisions come with their bytes`() throws {
        try fixture.makeTenant("shop", domains: ["go.shop.example"])
        try fixture.addRoute("more", to: "shop")
        let domain = try #require(try store.lease(1, for: .seconds(60)).first)
        let revisions = try store.revisions(of: domain)
        #expect(revisions[.aasa]?.map(\.number) == [1, 2])
        #expect(revisions[.aasa]?.allSatisfy { $0.bytes != nil && $0.digest != nil } == true)
        #expect(revisions[.assetlinks] == nil)
    }

    @Test func `a state comes back as it was written`() throws {
        try fixture.makeTenant("shop", domains: ["go.shop.example"])
        let domain = try #require(try store.lease(1, for: .seconds(60)).first)
        var judgement = Judgement(
            .stale, reason: "it is revision 1 of 2", revision: 1, replaced: UnixTime(seconds: 1_800_000_000),
            healing: UnixTime(seconds: 1_800_000_600))
        judgement.witnesses = [Judgement.Witness(app: "A.b", url: "https://go.shop.example/\"", opensNow: true)]
        judgement.furtherWitnesses = 7
        let file = ObservedFile(.appleCDN, .aasa)
        _ = try store.finish(
            domain, saw: [JudgedFile(file, judgement, outcome: "answered-200")], failures: 0, next: .zero)
        let row = try #require(try store.connection.query(.driftStates, [.int32(domain.id)]).first)
        #expect(row.file == file && row.state.judgement == judgement)
    }

    private static let copy = ObservedFile(.appleCDN, .aasa)

    /// Leases the one domain and notes what Apple's network told.
    private func tell(_ judgement: Judgement, wasAsked: Bool = true) throws {
        let domain = try #require(try store.lease(1, for: .seconds(60)).first)
        var seen = JudgedFile(Self.copy, judgement, outcome: "x")
        seen.wasAsked = wasAsked
        _ = try store.finish(domain, saw: [seen], failures: 0, next: .zero)
    }

    @Test func `what could not be learnt is told with what was known before`() throws {
        try fixture.makeTenant("shop", domains: ["go.shop.example"])
        let silent = Judgement(.unreachable, reason: "it answers 503")
        try tell(silent)
        // Nothing drifts, but who asks for the domain is told, and there is a note for all.
        #expect(try store.drifts() == [])
        let never = try #require(try store.drifts(host: "go.shop.example").first)
        #expect(never.state.judgement.verdict == .proberBroken && never.state.gap?.reason == "it answers 503")
        try tell(Judgement(.foreign, reason: "why"))
        #expect(try store.gaps() == [])
        try tell(silent)
        try tell(Judgement(.proberBroken, reason: "the service wants a pause"), wasAsked: false)
        let known = try #require(try store.drifts().first)
        #expect(known.state.judgement.reason == "why")
        let gap = try #require(known.state.gap)
        #expect(gap.reason == "the service wants a pause" && gap.since > known.state.lastSeen)
        #expect(
            try store.gaps() == [
                ProbeGap(vantage: .appleCDN, domains: 1, since: gap.since, reason: "the service wants a pause")
            ])
        #expect(try store.survey().unknown == [.appleCDN: 1])
        // What nobody was asked is no observation.
        let rows = try fixture.database.psql("SELECT verdict, probes FROM fleet.observations ORDER BY id")
        #expect(rows == "unreachable|1\nforeign|1\nunreachable|1")
    }

    @Test func `Apple is made to ask anew once a state, not twice an hour, and then every six hours`() throws {
        try fixture.makeTenant("shop", domains: ["go.shop.example"])
        func age(_ hours: Int) throws {
            try fixture.database.psql(
                """
                UPDATE fleet.drift_states
                SET since = since - interval '\(hours) hours', fresh_asked_at = fresh_asked_at - interval '\(hours) hours'
                """)
        }
        /// Probes once, and says whether Apple might have been made to ask anew.
        func look(_ verdict: Verdict, anew: String? = nil) throws -> Bool {
            let domain = try #require(try store.lease(1, for: .seconds(60)).first)
            var judgement = Judgement(verdict)
            judgement.fresh = anew.map { FreshLook(finding: $0) } ?? domain.freshLook
            _ = try store.finish(
                domain, saw: [JudgedFile(Self.copy, judgement, outcome: "x")], failures: 0, next: .zero)
            return domain.asksAnew
        }
        #expect(try look(.stale, anew: "it gets no file"))
        #expect(try !look(.stale))
        let known = try #require(try store.drifts().first).state.judgement.fresh
        #expect(known?.finding == "it gets no file" && known?.asked != nil)
        try age(5)
        #expect(try !look(.stale))
        try age(2)
        #expect(try look(.stale, anew: ""))
        // Another state may be asked about sooner, but not at once.
        #expect(try !look(.foreign))
        #expect(try !look(.foreign))
        try age(2)
        #expect(try look(.foreign))
    }
}
