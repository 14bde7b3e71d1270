import Association
import Platform
import TestSupport
import Testing

@testable import Prober

/// A gateway that no prober reaches is one alarm, and no domain is blamed.
@Suite struct GatewayReachStoreTests {
    let fixture: ProbeStoreFixture
    let store: ProbeStore

    init() throws {
        fixture = try ProbeStoreFixture()
        store = try fixture.store()
        try fixture.makeTenant("shop", domains: (0..<5).map { "go\($0).shop.example" })
    }

    private var alerts: String {
        get throws {
            try fixture.database.psql(
                "SELECT event, cause, host, body ->> 'node', body ->> 'verdict' FROM fleet.alerts ORDER BY id")
        }
    }

    /// Probes the domains, all of which see a gateway alike, but for some.
    private func probe(
        _ verdict: Verdict, but other: [String: Verdict] = [:], nodes: Set<String> = ["one"], times: Int = 1
    ) throws {
        for _ in 0..<times {
            let domains = try store.lease(5, for: .seconds(60)).sorted { $0.name < $1.name }
            #expect(domains.count == 5)
            for domain in domains {
                let seen = JudgedFile(
                    ObservedFile(.node, .aasa, node: "one"),
                    Judgement(other[domain.name] ?? verdict, reason: "refused"),
                    outcome: "connect-failed")
                _ = try store.finish(
                    domain, saw: nodes.isEmpty ? [] : [seen], nodes: nodes, failures: 0, next: .zero)
            }
        }
    }

    /// Lets the gateway's silence have lasted for a time.
    private func pass(_ time: String) throws {
        try fixture.database.psql(
            "UPDATE fleet.gateway_reach SET silent_since = silent_since - interval '\(time)',"
                + " seen_at = seen_at - interval '\(time)'")
    }

    @Test func `a gateway that no prober reaches is one alert, not one for each domain, and heals as one`() throws {
        try probe(.unreachable, times: 2)
        #expect(try alerts == "")
        try pass("1 min")
        try probe(.unreachable, times: 2)
        #expect(try alerts == "raised|gateway/unreachable||one|unreachable")
        #expect(try store.drifts().count == 5)
        let silent = try #require(try store.silentGateways().first)
        #expect(silent.node == "one" && silent.reason == "refused")
        try probe(.inSync)
        #expect(
            try alerts
                == "raised|gateway/unreachable||one|unreachable\ncleared|gateway/unreachable||one|unreachable")
        #expect(try store.silentGateways() == [])
    }

    @Test func `a domain that alone is not answered for there is its own alarm`() throws {
        try probe(.inSync, but: ["go0.shop.example": .unreachable], times: 3)
        // What answered lately is noted now and then.
        try fixture.database.psql("UPDATE fleet.gateway_reach SET seen_at = seen_at - interval '1 min'")
        try probe(.inSync, but: ["go0.shop.example": .unreachable], times: 2)
        #expect(try alerts == "raised|node/unreachable|go0.shop.example|one|unreachable")
        #expect(try store.silentGateways() == [])
    }

    @Test func `the alert of a gateway that is gone is cleared when nobody has asked it for five minutes`() throws {
        try probe(.unreachable)
        try pass("1 min")
        try probe(.unreachable)
        try probe(.inSync, nodes: [])
        #expect(try alerts == "raised|gateway/unreachable||one|unreachable")
        try pass("5 min")
        try probe(.inSync, nodes: [])
        #expect(try alerts.hasSuffix("\ncleared|gateway/unreachable||one|unreachable"))
        #expect(try fixture.database.psql("SELECT count(*) FROM fleet.gateway_reach") == "0")
    }

    @Test
    func `a listed gateway is forgotten when no prober has asked it for an hour in which its domains were probed`()
        throws
    {
        let node = "https://192.0.2.1"
        func see(_ nodes: Set<String>?) throws {
            for domain in try store.lease(5, for: .seconds(60)) {
                let own = JudgedFile(ObservedFile(.origin, .aasa), Judgement(.inSync), outcome: "answered-200")
                let there = JudgedFile(
                    ObservedFile(.node, .aasa, node: node), Judgement(.foreign), outcome: "answered-200")
                let finding = ProbeFinding(
                    .nodeCertificateDiffers, at: .node, about: node, "x", consequence: "y", advice: "z")
                _ = try store.finish(
                    domain, saw: nodes == nil ? [own] : [own, there],
                    findings: nodes == nil ? nil : ReportFindings(found: [finding], settled: []), nodes: nodes,
                    failures: 0, next: .zero)
            }
        }
        func left() throws -> String {
            try store.forgetDeparted()
            return try fixture.database.psql(
                """
                SELECT (SELECT count(*) FROM fleet.drift_states WHERE vantage = 'node'),
                  (SELECT count(*) FROM fleet.probe_findings), (SELECT count(*) FROM fleet.gateway_reach)
                """)
        }
        func pass(_ table: String, _ time: String) throws {
            let column = table == "gateway_reach" ? "seen_at" : "last_seen_at"
            try fixture.database.psql("UPDATE fleet.\(table) SET \(column) = \(column) - interval '\(time)'")
        }
        try see([node])
        try see([node])
        #expect(try left() == "5|5|1")
        // All probers were away.
        try pass("drift_states", "3 h")
        try pass("gateway_reach", "3 h")
        #expect(try left() == "5|5|1")
        // One that does not list it probes; another one that does has asked it for some other domain.
        try see(nil)
        try pass("gateway_reach", "-3 h")
        #expect(try left() == "5|5|1")
        try pass("gateway_reach", "2 h")
        #expect(try left() == "0|0|0")
        #expect(
            try fixture.database.psql("SELECT DISTINCT event, cause FROM fleet.alerts ORDER BY 1, 2")
                == """
                cleared|node/foreign
                cleared|node/node-certificate-differs
                raised|node/foreign
                raised|node/node-certificate-differs
                """)
    }

    @Test func `a gateway that went is forgotten though nobody asks any now, a listed one is not`() throws {
        try probe(.unreachable)
        try pass("1 min")
        try probe(.unreachable)
        #expect(try alerts == "raised|gateway/unreachable||one|unreachable")
        try pass("5 min")
        try fixture.database.psql(
            """
            INSERT INTO fleet.gateways (name, version, cursor) VALUES ('one', '1', 1);
            INSERT INTO fleet.drift_states
            SELECT (jsonb_populate_record(drift_states, '{"node": "https://192.0.2.1"}')).*
            FROM fleet.drift_states
            LIMIT 1
            """)
        try store.forgetDeparted()
        #expect(try fixture.database.psql("SELECT count(*) FROM fleet.drift_states") == "6")
        #expect(try fixture.database.psql("SELECT count(*) FROM fleet.gateway_reach") == "1")
        try fixture.database.psql("DELETE FROM fleet.gateways")
        try store.forgetDeparted()
        #expect(try fixture.database.psql("SELECT node FROM fleet.drift_states") == "https://192.0.2.1")
        #expect(try fixture.database.psql("SELECT count(*) FROM fleet.gateway_reach") == "0")
        #expect(try alerts.hasSuffix("\ncleared|gateway/unreachable||one|unreachable"))
    }
}
