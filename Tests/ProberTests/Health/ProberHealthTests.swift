import Association
import Platform
import Testing

@testable import Prober

/// Whether a prober trusts itself: many unrelated domains at once are its own fault (case 109).
@Suite struct ProberHealthTests {
    private static let origin = ObservedFile(.origin, .aasa)
    private static let apple = ObservedFile(.appleCDN, .aasa)

    private static func state(_ verdict: Verdict) -> DriftState {
        let time = UnixTime(seconds: 1_800_000_000)
        return DriftState(
            vantage: .origin, judgement: Judgement(verdict), since: time, driftSince: verdict == .inSync ? nil : time,
            lastSeen: time, badProbes: 0, isRaised: false)
    }

    /// What a probe of a domain says that was in sync before, unless it is said otherwise.
    private static func signs(
        _ domain: Int, tenant: Int? = nil, origin: Verdict = .inSync, apple: Verdict? = .inSync,
        before: Verdict? = .inSync, at addresses: [String] = []
    ) -> ProbeSigns {
        var files = [JudgedFile(Self.origin, Judgement(origin), outcome: "x")]
        files[0].addresses = addresses.compactMap { IPAddress($0) }
        if let apple { files.append(JudgedFile(Self.apple, Judgement(apple), outcome: "x")) }
        let known = before.map { [Self.origin: state($0)] } ?? [:]
        return ProbeSigns(files, known: known, domain: Int32(domain), tenant: Int32(tenant ?? domain))
    }

    @Test func `ten domains of several tenants that fall silent in a row are the prober's fault`() {
        var health = ProberHealth()
        for domain in 1...9 { health.note(Self.signs(domain, origin: .unreachable)) }
        #expect(health.broken == [])
        health.note(Self.signs(10, origin: .unreachable))
        #expect(health.broken == [.origin])
    }

    @Test func `one that answers in between clears the prober`() {
        var health = ProberHealth()
        for domain in 1...50 {
            health.note(Self.signs(domain, origin: domain % 8 == 0 ? .foreign : .unreachable))
        }
        #expect(health.broken == [])
    }

    @Test func `domains of one tenant are related, as long as Apple answers`() {
        var health = ProberHealth()
        for domain in 1...30 { health.note(Self.signs(domain, tenant: 1, origin: .unreachable)) }
        #expect(health.broken == [])
        for domain in 1...10 {
            health.note(Self.signs(domain, tenant: 1))
            health.note(Self.signs(domain, tenant: 1, origin: .unreachable, apple: .unreachable))
        }
        #expect(health.broken == [])
        for domain in 1...10 {
            health.note(Self.signs(domain, tenant: 1, origin: .unreachable, apple: .unreachable))
        }
        #expect(health.broken == [.origin, .appleCDN])
    }

    @Test func `domains behind one balancer are related, whoever owns them, as long as Apple answers`() {
        var health = ProberHealth()
        for domain in 1...30 {
            health.note(Self.signs(domain, origin: .unreachable, at: ["192.0.2.\(domain)", "2001:db8:1::\(domain)"]))
        }
        // Not all have all of its addresses.
        for domain in 31...60 { health.note(Self.signs(domain, origin: .unreachable, at: ["2001:db8:1:\(domain)::1"])) }
        #expect(health.broken == [])
        health.note(Self.signs(61, origin: .unreachable, at: ["198.51.100.1"]))
        #expect(health.broken == [])
        health.note(Self.signs(62, origin: .unreachable, at: ["203.0.113.1"]))
        #expect(health.broken == [.origin])
        var cut = ProberHealth()
        for domain in 1...10 {
            cut.note(Self.signs(domain, origin: .unreachable, apple: .unreachable, at: ["192.0.2.1"]))
        }
        #expect(cut.broken == [.origin, .appleCDN])
    }

    @Test func `the same domain again and again is its own fault, and so is one that never answered`() {
        var health = ProberHealth()
        for _ in 1...30 { health.note(Self.signs(1, origin: .unreachable)) }
        for domain in 1...30 { health.note(Self.signs(domain, origin: .unreachable, before: nil)) }
        for domain in 1...30 { health.note(Self.signs(domain, origin: .unreachable, before: .unreachable)) }
        #expect(health.broken == [])
    }

    @Test func `domains that are new count when nobody else answers either`() {
        var health = ProberHealth()
        for domain in 1...10 {
            health.note(Self.signs(domain, tenant: 1, origin: .unreachable, apple: nil, before: nil))
        }
        #expect(health.broken == [.origin])
    }

    @Test func `a service that does not answer ten times in a row is one fault, however few domains there are`() {
        var health = ProberHealth()
        for _ in 1...9 { health.note(Self.signs(1, apple: .unreachable)) }
        #expect(health.broken == [])
        health.note(Self.signs(1, apple: .unreachable))
        #expect(health.broken == [.appleCDN])
        var other = ProberHealth()
        for probe in 1...50 { other.note(Self.signs(1, apple: probe % 8 == 0 ? .stale : .unreachable)) }
        #expect(other.broken == [])
    }

    @Test func `what was put off says nothing of the prober`() {
        var file = JudgedFile(Self.origin, Judgement(.proberBroken), outcome: "x")
        file.wasAsked = false
        #expect(ProbeSigns([file], known: [:], domain: 1, tenant: 1).signs.isEmpty)
    }

    @Test func `a part is whole again after three answers in a row`() {
        var health = ProberHealth(broken: [.origin, .appleCDN])
        for _ in 1...2 { health.note(Self.signs(1, apple: nil)) }
        health.note(Self.signs(2, origin: .unreachable, apple: nil))
        for _ in 1...2 { health.note(Self.signs(1, apple: nil)) }
        #expect(health.broken == [.origin, .appleCDN])
        health.note(Self.signs(1, apple: nil))
        #expect(health.broken == [.appleCDN])
    }

    @Test func `faults of its own make it broken after two domains`() {
        var health = ProberHealth()
        health.note(Self.signs(1, origin: .proberBroken))
        #expect(health.broken == [])
        health.note(Self.signs(2, origin: .proberBroken))
        #expect(health.broken == [.machinery])
        for domain in 1...3 { health.note(Self.signs(domain)) }
        #expect(health.broken == [])
    }

    @Test func `faults at one tenant's domains alone are none of the prober's, as long as Apple answers`() {
        var health = ProberHealth()
        for domain in 1...5 { health.note(Self.signs(domain, tenant: 1, origin: .proberBroken)) }
        #expect(health.broken == [])
        health.note(Self.signs(6, tenant: 1, origin: .proberBroken, apple: nil))
        #expect(health.broken == [])
        var alone = ProberHealth()
        for domain in 1...2 { alone.note(Self.signs(domain, tenant: 1, origin: .proberBroken, apple: nil)) }
        #expect(alone.broken == [.machinery])
    }

    @Test func `what a broken part did not reach is not judged, all else is`() {
        let health = ProberHealth(broken: [.origin])
        let files = [
            JudgedFile(Self.origin, Judgement(.unreachable), outcome: "x"),
            JudgedFile(ObservedFile(.origin, .assetlinks), Judgement(.foreign), outcome: "x"),
            JudgedFile(Self.apple, Judgement(.unreachable), outcome: "x"),
            JudgedFile(ObservedFile(.node, .aasa, node: "one"), Judgement(.unreachable), outcome: "x"),
        ]
        let verdicts = health.judge(files).map(\.judgement.verdict)
        #expect(verdicts == [.proberBroken, .foreign, .unreachable, .unreachable])
    }

    @Test func `a streak has another number once somebody has answered`() {
        var health = ProberHealth()
        health.note(Self.signs(1, origin: .unreachable))
        let number = health.number(of: .origin)
        health.note(Self.signs(2, origin: .unreachable))
        #expect(health.number(of: .origin) == number)
        health.note(Self.signs(3))
        #expect(health.number(of: .origin) != number)
    }
}
