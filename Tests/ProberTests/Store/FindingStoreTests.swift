import Association
import Cryptography
import DeepLinks
import FleetStore
import Platform
import TestSupport
import Testing

@testable import Prober

/// Findings in the database, and their alerts.
@Suite struct FindingStoreTests {
    let fixture: ProbeStoreFixture
    let store: ProbeStore

    init() throws {
        fixture = try ProbeStoreFixture()
        store = try fixture.store()
        try fixture.makeTenant("shop", domains: ["go.shop.example"])
    }

    private static let dead = ProbeFinding(
        .addressDead, at: .origin, about: "192.0.2.7", "192.0.2.7 does not give\0 the file", consequence: "c",
        advice: "a", evidence: [.init("address", "192.0.2.7"), .init("outcome", "closed\0")])

    private func probe(_ found: [ProbeFinding]) throws -> [FindingNews] {
        let domain = try #require(try store.lease(1, for: .seconds(60)).first)
        let outcome = try store.finish(
            domain, saw: [], findings: ReportFindings(found: found, settled: Set(ReportFindings.codes)), failures: 0,
            next: .zero)
        guard case .recorded(_, findings: let news, gateways: _) = outcome else { return [] }
        return news
    }

    @Test func `a finding is kept with its evidence, told once, and forgotten when it is over`() throws {
        #expect(try probe([Self.dead]).isEmpty)
        let kept = try #require(try store.findings(host: "go.shop.example").first)
        #expect(kept.host == "go.shop.example" && kept.tenant == "shop" && !kept.kept.isRaised)
        #expect(kept.kept.finding.message == "192.0.2.7 does not give the file")
        #expect(Set(kept.kept.finding.evidence.map(\.value)) == ["192.0.2.7", "closed"])
        #expect(kept.kept.finding.severity == .error && kept.kept.finding.vantage == .origin)
        #expect(try probe([Self.dead]).map(\.event) == [.raised])
        #expect(try store.findings().map(\.kept.isRaised) == [true])
        #expect(try store.findings().map(\.kept.since) == [kept.kept.since])
        #expect(try store.findings(tenant: "other").isEmpty && store.findings(host: "no.shop.example").isEmpty)
        #expect(try probe([]).map(\.event) == [.cleared])
        #expect(try store.findings().isEmpty)
        let told = try fixture.database.psql(
            """
            SELECT event, cause, host, tenant, body ->> 'finding', body ->> 'subject', body ->> 'text' ~ '^go.shop.example: '
            FROM fleet.alerts ORDER BY id
            """)
        let rest = "origin/address-dead|go.shop.example|shop|address-dead|192.0.2.7|t"
        #expect(told == "raised|\(rest)\ncleared|\(rest)")
    }

    @Test func `a silenced domain tells no finding, and what a newer version wrote is passed over`() throws {
        #expect(try store.silence("go.shop.example", until: .now() + .seconds(3600)))
        for _ in 0..<3 { #expect(try probe([Self.dead]).isEmpty) }
        #expect(try store.findings().first?.silencedUntil != nil)
        try fixture.database.psql("UPDATE fleet.probe_findings SET code = 'address-haunted'")
        #expect(try store.findings().isEmpty)
        #expect(try probe([]).isEmpty)
        #expect(try fixture.database.psql("SELECT count(*) FROM fleet.probe_findings") == "1")
    }

    @Test func `what was wrong with a domain that is not live any more is forgotten, and its alert cleared`() throws {
        for _ in 0..<2 { _ = try probe([Self.dead]) }
        try store.forgetDeparted()
        #expect(try store.findings().count == 1)
        try fixture.fleet.edit(
            tenant: try #require(TenantName("shop")), as: Operation(actor: "test", action: "domain remove")
        ) { $0.domains.removeAll() }
        try store.forgetDeparted()
        #expect(try fixture.database.psql("SELECT count(*) FROM fleet.probe_findings") == "0")
        #expect(
            try fixture.database.psql("SELECT event FROM fleet.alerts WHERE cause = 'origin/address-dead' ORDER BY id")
                == "raised\ncleared")
    }

    @Test func `the certificates of a host are those with its name or the wildcard above`() throws {
        let names = ["{go.shop.example}", "{*.shop.example,x.example}", "{shop.example}", "{*.go.shop.example}"]
        for (index, names) in names.enumerated() {
            try fixture.database.psql(
                """
                INSERT INTO fleet.certificates (fingerprint, names, key_kind, issuer, begins_at, ends_at, chain, sealed_key)
                VALUES (decode(repeat('0\(index)', 32), 'hex'), '\(names)', 'ecdsa', 'x', now(), now() + interval '1 day',
                  '{x}', 'x')
                """)
        }
        func held(_ host: String) throws -> [String] {
            try store.certificates(for: try HostName(stored: host)).map { String($0.hex.prefix(2)) }.sorted()
        }
        #expect(try held("go.shop.example") == ["00", "01"])
        #expect(try held("shop.example") == ["02"])
        #expect(try held("other.example") == [])
    }

    @Test func `a state has the evidence that was seen last, and the file`() throws {
        func finish(_ evidence: String) throws {
            let domain = try #require(try store.lease(1, for: .seconds(60)).first)
            let seen = JudgedFile(
                ObservedFile(.origin, .aasa), Judgement(.foreign), outcome: "answered-200",
                digest: try SHA256.digest(of: [0x7B, 0x7D]), body: [0x7B, 0x7D], evidence: evidence)
            _ = try store.finish(domain, saw: [seen], failures: 0, next: .zero)
        }
        try finish(#"{"status": 200, "address": "192.0.2.1"}"#)
        try finish(#"{"status": 200, "address": "192.0.2.2"}"#)
        let drift = try #require(try store.drifts(host: "go.shop.example").first)
        #expect(drift.evidence?.json.contains("192.0.2.2") == true)
        #expect(drift.evidence?.body == [0x7B, 0x7D])
        #expect(try store.drifts().first?.evidence == nil)
    }
}
