import Association
import Cryptography
import DeepLinks
import Platform
import Testing

@testable import Prober

/// What a report of all checks means for the files of a domain.
@Suite struct ReportJudgeTests {
    private static let start = UnixTime(seconds: 1_800_000_000)
    private static let old = Array(
        #"{"applinks":{"details":[{"appIDs":["ABCDE12345.a.b"],"components":[{"/":"/a"}]}]}}"#.utf8)
    private static let new = Array(
        #"{"applinks":{"details":[{"appIDs":["ABCDE12345.a.b"],"components":[{"/":"/b"}]}]}}"#.utf8)

    private func revisions() throws -> [AssociationKind: [PublishedRevision]] {
        let files = try [Self.old, Self.new].enumerated().map { index, bytes in
            PublishedRevision(
                number: index + 1, digest: try SHA256.digest(of: bytes), bytes: bytes,
                published: Self.start + .seconds(index * 3600))
        }
        return [.aasa: files]
    }

    private func seen(
        _ thing: ObservedThing, _ outcome: ProbeOutcome, _ body: [UInt8] = [], _ headers: [HeaderField] = [],
        freshness: DocumentFreshness? = nil
    ) throws -> Observation {
        Observation(
            thing, url: "https://go.shop.example/", time: Self.start, outcome: outcome, headers: headers, body: body,
            bodyDigest: outcome.status == nil ? nil : try SHA256.digest(of: body), freshness: freshness)
    }

    private func judge(_ observations: [Observation], _ findings: [ProbeFinding] = []) throws -> [JudgedFile] {
        let report = DomainReport(
            target: ProbeTarget(try DomainName("go.shop.example")), time: Self.start + .seconds(7200),
            observations: observations, findings: findings)
        return ReportJudge(report, revisions: try revisions()).files
    }

    @Test func `the origin has the new file and Apple the old one`() throws {
        let files = try judge([
            seen(.file(.aasa), .answered(status: 200), Self.new),
            seen(
                .deviceCopy, .answered(status: 200), Self.old,
                freshness: DocumentFreshness(lifetime: .seconds(21_600), age: .seconds(600))),
        ])
        #expect(files.map(\.file) == [ObservedFile(.origin, .aasa), ObservedFile(.appleCDN, .aasa)])
        #expect(files.map(\.judgement.verdict) == [.inSync, .stale])
        #expect(files[1].judgement.healing == Self.start + .seconds(7200 + 21_000))
        #expect(!ReportJudge.isSpread(files) && !ReportJudge.fails(files))
    }

    @Test(arguments: [
        (ProbeOutcome.answered(status: 404), Verdict.failing), (.answered(status: 302), .failing),
        (.failed(.timedOut(.answer)), .unreachable), (.failed(.tls(.expired)), .unreachable),
        (.failed(.bodyTooLarge(limit: 1)), .failing), (.failed(.internalFault(reason: "x")), .proberBroken),
        (.failed(.blocked(IPAddress(ipv4: 0x7F00_0001), reason: "loopback")), .blocked),
    ])
    func `each way to fail at the origin has its verdict`(outcome: ProbeOutcome, verdict: Verdict) throws {
        let files = try judge([seen(.file(.aasa), outcome)])
        #expect(files.map(\.judgement.verdict) == [verdict])
        #expect(files.allSatisfy { !$0.judgement.reason.isEmpty })
    }

    @Test func `what was put off says nothing`() throws {
        #expect(try judge([seen(.file(.aasa), .failed(.deferred)), seen(.deviceCopy, .failed(.cancelled))]).isEmpty)
    }

    @Test func `Apple's reason is told, and its cached absence of a file is (SWCERR00101)`() throws {
        let refused = [
            HeaderField(name: "Apple-Failure-Reason", value: "SWCERR00101 Bad HTTP Response: 403 Forbidden"),
            HeaderField(name: "Apple-Failure-Details", value: #"{"status":"403 Forbidden"}"#),
        ]
        let files = try judge([seen(.deviceCopy, .answered(status: 404), [], refused)])
        #expect(files.map(\.judgement.verdict) == [.failing])
        #expect(files[0].judgement.reason.contains("403 Forbidden"))
    }

    @Test func `a file that only Apple's fetcher does not get is filtered (case 3)`() throws {
        let finding = ProbeFinding(
            .appleFiltered, at: .origin, "Apple's fetcher gets 403", consequence: "x", advice: "y")
        let files = try judge([seen(.file(.aasa), .answered(status: 403))], [finding])
        #expect(files.map(\.judgement.verdict) == [.filtered])
    }
}
