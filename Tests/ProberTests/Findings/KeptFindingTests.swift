import Association
import Cryptography
import DeepLinks
import Platform
import TestSupport
import Testing

@testable import Prober

/// What becomes of findings over time.
@Suite struct KeptFindingTests {
    private static let start = UnixTime(seconds: 1_800_000_000)

    private static func finding(
        _ code: ProbeFindingCode = .tlsExpiresSoon, _ message: String = "m", about subject: String = ""
    ) -> ProbeFinding {
        ProbeFinding(code, at: .origin, about: subject, message, consequence: "c", advice: "a")
    }

    /// Runs reports one after the other, and gives what is known in the end, with all alerts.
    private func run(
        _ reports: [ReportFindings], silenced: Set<Int> = []
    ) -> (known: [KeptFinding], news: [[AlertEvent]]) {
        var known: [KeptFinding] = []
        var news: [[AlertEvent]] = []
        for (index, report) in reports.enumerated() {
            let change = KeptFinding.advance(
                known, with: report, time: Self.start + .seconds(index), isSilenced: silenced.contains(index))
            known = known.filter { old in
                !change.over.contains(old) && !change.found.contains { $0.finding.subject == old.finding.subject }
            }
            known += change.found
            news.append(change.news.map(\.event))
        }
        return (known, news)
    }

    private static let all = Set(ReportFindings.codes)
    private static let there = ReportFindings(found: [finding()], settled: all)
    private static let gone = ReportFindings(found: [], settled: all)
    private static let blind = ReportFindings(found: [], settled: [])

    @Test func `a finding is told after two probes, once, and its end once`() {
        let (known, news) = run([Self.there, Self.there, Self.there, Self.gone, Self.gone])
        #expect(news == [[], [.raised], [], [.cleared], []])
        #expect(known.isEmpty)
        #expect(run([Self.there, Self.gone]).news == [[], []])
    }

    @Test func `a report that cannot tell changes nothing`() {
        let (known, news) = run([Self.there, Self.there, Self.blind])
        #expect(news == [[], [.raised], []])
        #expect(known.map(\.lastSeen) == [Self.start + .seconds(1)])
        #expect(known.map(\.since) == [Self.start])
    }

    @Test func `a silence that is outlasted is told after it`() {
        let (_, news) = run([Self.there, Self.there, Self.there, Self.there], silenced: [0, 1, 2])
        #expect(news == [[], [], [], [.raised]])
    }

    @Test func `the words are those of the last probe, and each address stands for itself`() {
        let first = Self.finding(.addressDead, "one", about: "192.0.2.1")
        let later = Self.finding(.addressDead, "two", about: "192.0.2.1")
        let other = Self.finding(.addressDead, "three", about: "192.0.2.2")
        let (known, news) = run([
            ReportFindings(found: [first], settled: Self.all),
            ReportFindings(found: [later, other], settled: Self.all),
        ])
        #expect(known.map(\.finding.message) == ["two", "three"])
        #expect(known.map(\.probes) == [2, 1])
        #expect(news == [[], [.raised]])
    }

    @Test func `a report is read for what stands beside verdicts, and for what it could tell`() throws {
        let target = ProbeTarget(try DomainName("go.acme.example"))
        func seen(_ thing: ObservedThing, _ outcome: ProbeOutcome) -> Observation {
            Observation(thing, url: "https://go.acme.example/", time: Self.start, outcome: outcome)
        }
        let found = [
            Self.finding(.contentWarning), Self.finding(), Self.finding(.appleStale),
            Self.finding(.mediaType).softened(to: .note),
        ]
        var file = seen(.file(.aasa), .failed(.timedOut(.answer)))
        let away = ReportFindings(
            DomainReport(target: target, time: Self.start, observations: [file], findings: found))
        #expect(away.found.map(\.code) == [.tlsExpiresSoon])
        #expect(away.settled.isEmpty)
        file.outcome = .failed(.tls(.expired))
        file.tls = TLSEvidence(chain: [
            .init(
                fingerprint: try SHA256.digest(of: [1]), subject: "s", issuer: "i", names: [], notBefore: Self.start,
                notAfter: Self.start)
        ])
        #expect(
            ReportFindings(DomainReport(target: target, time: Self.start, observations: [file], findings: []))
                .settled == [.tlsExpiresSoon, .certificateDiffers])
        let whole = [
            .file(.aasa), .plainFile(.aasa), .rootFile, .file(.assetlinks),
        ].map { seen($0, .answered(status: 200)) }
        let report = DomainReport(target: target, time: Self.start, observations: whole, findings: [])
        #expect(
            ReportFindings(report).settled == [
                .addressDead, .ipv6Unreachable, .rootDiffers, .agentDependent, .mediaType,
            ])
    }

    @Test func `a gateway's certificate is settled only where that gateway has shown it`() {
        func differing(_ node: String) -> ProbeFinding {
            ProbeFinding(.nodeCertificateDiffers, at: .node, about: node, "x", consequence: "y", advice: "z")
        }
        let known = ["one", "two"].map {
            KeptFinding(differing($0), since: Self.start, lastSeen: Self.start, probes: 2, isRaised: true)
        }
        func over(_ report: ReportFindings) -> [String] {
            KeptFinding.advance(known, with: report, time: Self.start).over.map(\.finding.subject)
        }
        #expect(over(ReportFindings(found: [], settled: [])).isEmpty)
        #expect(over(ReportFindings(found: [], settled: [.nodeCertificateDiffers])) == ["one", "two"])
        #expect(over(ReportFindings(found: [], settled: [.nodeCertificateDiffers], unseen: ["one"])) == ["two"])
        #expect(over(ReportFindings(found: [differing("two")], settled: [.nodeCertificateDiffers])) == ["one"])
    }
}
