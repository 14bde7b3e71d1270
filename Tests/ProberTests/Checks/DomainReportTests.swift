import Association
import DeepLinks
import Platform
import Prober
import Testing

@Suite struct DomainReportTests {
    @Test(
        arguments: [
            ([], DomainReport.Standing.good),
            ([.mediaType, .tlsExpiresSoon], .good),
            ([.appleStale], .stale),
            ([.appleStale, .googleStale, .mediaType], .stale),
            ([.appleStale, .tlsExpired], .failing),
            ([.contentError], .failing),
            ([.appleFailing, .timedOut], .unreachable),
            ([.addressBlocked], .unreachable),
            ([.appleOverdue], .stale),
            ([.appleUnreachable], .unknown),
            ([.googleUnreachable, .appleStale], .unknown),
            ([.appleUnreachable, .contentError], .failing),
            ([.proberFault], .unknown),
            ([.noNameServer, .appleUnreachable], .unknown),
        ] as [([ProbeFindingCode], DomainReport.Standing)])
    func `the gravest finding decides how a domain stands (case 30)`(
        codes: [ProbeFindingCode], standing: DomainReport.Standing
    ) throws {
        let outcome: ProbeOutcome =
            standing == .unreachable ? .failed(.timedOut(.answer)) : .answered(status: 200)
        #expect(try report(codes, outcome).standing == standing)
    }

    @Test func `a host that answers for Apple's file and not for Google's is failing, not unreachable`() throws {
        #expect(try report([.timedOut]).standing == .failing)
        #expect(try report([.connectFailed], .answered(status: 404)).standing == .failing)
        #expect(try report([.timedOut], .failed(.timedOut(.answer)), of: .plainFile(.aasa)).standing == .unreachable)
        #expect(try report([.timedOut], of: .plainFile(.aasa)).standing == .failing)
    }

    @Test func `where nothing could be learnt is told in order`() throws {
        let time = UnixTime(seconds: 1)
        let findings = [(ProbeFindingCode.googleUnreachable, Vantage.googleDAL), (.appleUnreachable, .appleCDN)].map {
            ProbeFinding($0, at: $1, "is so", consequence: "bad", advice: "mend it")
        }
        let target = ProbeTarget(try DomainName("go.acme.example"))
        let report = DomainReport(target: target, time: time, observations: [], findings: findings)
        #expect(report.unasked == [.appleCDN, .googleDAL])
    }

    @Test func `a wildcard domain is asked for at its parent`() throws {
        let target = ProbeTarget(try DomainName("*.acme.example"))
        #expect(target.host.text == "acme.example")
    }

    private func report(
        _ codes: [ProbeFindingCode], _ outcome: ProbeOutcome = .answered(status: 200),
        of thing: ObservedThing = .file(.aasa)
    ) throws -> DomainReport {
        let target = ProbeTarget(try DomainName("go.acme.example"))
        let time = UnixTime(seconds: 1)
        let seen = Observation(
            thing, url: "https://go.acme.example/", time: time, outcome: outcome)
        let findings = codes.map {
            ProbeFinding($0, at: .origin, "is so", consequence: "bad", advice: "mend it")
        }
        return DomainReport(target: target, time: time, observations: [seen], findings: findings)
    }
}
