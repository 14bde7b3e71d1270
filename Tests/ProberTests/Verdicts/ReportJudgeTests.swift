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

    private func judge(
        _ observations: [Observation], _ findings: [ProbeFinding] = [], known: FreshLook? = nil
    ) throws -> [JudgedFile] {
        var target = ProbeTarget(try DomainName("go.shop.example"))
        target.freshLook = known
        let report = DomainReport(
            target: target, time: Self.start + .seconds(7200), observations: observations, findings: findings)
        let links = PublishedRevision(number: 1, digest: nil, bytes: nil, published: Self.start)
        let isGoogle = observations.contains { $0.vantage == .googleDAL }
        return ReportJudge(report, revisions: isGoogle ? [.assetlinks: [links]] : try revisions()).files
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
        (.failed(.noNameServer(reason: "x")), .proberBroken), (.failed(.timedOut(.queue)), .proberBroken),
        (.failed(.blocked(IPAddress(ipv4: 0x7F00_0001), reason: "loopback")), .blocked),
    ])
    func `each way to fail at the origin has its verdict`(outcome: ProbeOutcome, verdict: Verdict) throws {
        let files = try judge([seen(.file(.aasa), outcome)])
        #expect(files.map(\.judgement.verdict) == [verdict])
        #expect(files.allSatisfy { !$0.judgement.reason.isEmpty })
        guard verdict != .proberBroken else { return }
        let found = try #require(files.first).judgement
        #expect(found.witnesses.map(\.url) == ["https://go.shop.example/b"])
        let doctor = "'postern doctor' with the host says what is wrong and what to do"
        #expect(found.advice(at: .origin).map { $0 != doctor } == true)
        #expect(found.consequence(for: ObservedFile(.origin, .aasa)) != nil)
    }

    @Test(arguments: [ProbeOutcome.failed(.noRoute), .failed(.timedOut(.queue))])
    func `a host to which the prober's own network does not lead is not blamed`(outcome: ProbeOutcome) throws {
        let files = try judge([seen(.file(.aasa), outcome)])
        #expect(files.map(\.judgement.verdict) == [.proberBroken] && files.map(\.wasAsked) == [false])
    }

    @Test func `a copy at Apple does not heal by itself while the host is not well`() throws {
        let held = DocumentFreshness(lifetime: .seconds(21_600), age: .seconds(600))
        let copy = try seen(.deviceCopy, .answered(status: 200), Self.old, freshness: held)
        let well = try judge([seen(.file(.aasa), .answered(status: 200), Self.new), copy])
        #expect(well.last?.judgement.healing != nil && well.last?.judgement.advice(at: .appleCDN) == nil)
        let ill = try judge([seen(.file(.aasa), .answered(status: 503)), copy])
        #expect(ill.last?.judgement.healing == nil)
        #expect(
            ill.last?.judgement.advice(at: .appleCDN)
                == "mend it at the host first, which is failing: Apple's network asks there")
        // What the prober itself could not learn blames nobody.
        let unknown = try judge([seen(.file(.aasa), .failed(.noNameServer(reason: "x"))), copy])
        #expect(unknown.last?.judgement.healing != nil)
    }

    @Test func `what was put off is known of nobody, and what was given up is left out`() throws {
        let files = try judge([seen(.file(.aasa), .failed(.cancelled)), seen(.deviceCopy, .failed(.deferred))])
        #expect(files.map(\.judgement.verdict) == [.proberBroken])
        #expect(files.map(\.wasAsked) == [false])
        #expect(!ReportJudge.isSpread(files))
    }

    private static let silences: [ProbeOutcome] = [
        .answered(status: 403), .answered(status: 429), .answered(status: 500), .answered(status: 503),
        .answered(status: 302), .failed(.connectFailed(reason: "refused")), .failed(.timedOut(.answer)),
        .failed(.malformed(reason: "x")), .failed(.blocked(IPAddress(ipv4: 0x7F00_0001), reason: "loopback")),
        .failed(.noNameServer(reason: "x")), .failed(.timedOut(.queue)), .failed(.deferred),
        .failed(.internalFault(reason: "x")),
    ]

    @Test(arguments: silences)
    func `a service that does not answer as it should says nothing of the domain`(outcome: ProbeOutcome) throws {
        let apple = try judge([seen(.deviceCopy, outcome)])
        #expect(apple.count == 1 && apple.allSatisfy { !$0.judgement.isKnown(at: .appleCDN) })
        #expect(apple.allSatisfy { !$0.judgement.reason.isEmpty && $0.judgement.healing == nil })
        let google = try judge([seen(.statements, outcome)])
        #expect(google.count == 1 && google.allSatisfy { !$0.judgement.isKnown(at: .googleDAL) })
        #expect(!ReportJudge.isSpread(apple) && !ReportJudge.isSpread(google))
    }

    @Test(arguments: ["<!doctype html>", "", "Bad gateway", "{}", #"{"error":{"code":403}}"#])
    func `a page or another answer than its own says nothing either`(text: String) throws {
        let body = Array(text.utf8)
        let google = try judge([seen(.statements, .answered(status: 200), body)])
        #expect(google.map(\.judgement.verdict) == [.unreachable])
        guard text.first != "{" else { return }
        let apple = try judge([seen(.deviceCopy, .answered(status: 200), body)])
        #expect(apple.map(\.judgement.verdict) == [.unreachable])
        #expect(apple.map(\.judgement.reason) == ["its answer is no JSON"])
    }

    @Test func `what is wrong for one app is wrong although Google does not answer for another`() throws {
        let list = try seen(.statements, .answered(status: 200), Array(#"{"maxAge":"60s"}"#.utf8))
        let print = "14:6D:E9:83"
        let away = try seen(.assetCheck(package: "a.b", fingerprint: print), .answered(status: 503))
        #expect(try judge([list]).map(\.judgement.verdict) == [.inSync])
        #expect(try judge([list, away]).map(\.judgement.verdict) == [.unreachable])
        let finding = ProbeFinding(
            .googleNotLinked, at: .googleDAL, "Google does not link a.c", consequence: "x", advice: "y")
        #expect(try judge([list, away], [finding]).map(\.judgement.verdict) == [.failing])
    }

    @Test func `Google's list tells the revision, whatever the host serves`() throws {
        func links(_ packages: String...) -> [UInt8] {
            let statements = packages.map { package in
                #"{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app","#
                    + #""package_name":"\#(package)","sha256_cert_fingerprints":["\#(Self.fingerprint)"]}}"#
            }
            return Array("[\(statements.joined(separator: ","))]".utf8)
        }
        func list(_ packages: String...) throws -> Judgement {
            let statements = packages.map { package in
                #"{"target":{"androidApp":{"packageName":"\#(package)","certificate":"#
                    + #"{"sha256Fingerprint":"\#(Self.fingerprint)"}}}}"#
            }
            let text = #"{"statements":[\#(statements.joined(separator: ","))],"maxAge":"599s"}"#
            let bodies: [[UInt8]?] = [nil, links("a.b"), links("a.b", "a.c")]
            let revisions = try bodies.enumerated().map { index, bytes in
                PublishedRevision(
                    number: index + 1, digest: try bytes.map { try SHA256.digest(of: $0) }, bytes: bytes,
                    published: Self.start + .seconds(index * 3600))
            }
            let seen = try self.seen(.statements, .answered(status: 200), Array(text.utf8))
            let report = DomainReport(
                target: ProbeTarget(try DomainName("go.shop.example")), time: Self.start + .seconds(9000),
                observations: [seen], findings: [])
            return try #require(ReportJudge(report, revisions: [.assetlinks: revisions]).files.last).judgement
        }
        #expect(try list("a.c", "a.b") == Judgement(.inSync, revision: 3))
        let old = try list("a.b")
        #expect(old.verdict == .stale && old.revision == 2 && old.replaced == Self.start + .seconds(7200))
        let none = try list()
        #expect(none.verdict == .stale && none.replaced == Self.start + .seconds(3600))
        let foreign = try list("x.y")
        #expect(foreign.verdict == .foreign && Set(foreign.witnesses.map(\.app)).count == 2)
        #expect(none.witnesses.map(\.app).sorted() == foreign.witnesses.map(\.app).sorted())
    }

    private static let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")

    @Test func `a prober without a name server does not blame the domain`() throws {
        let finding = ProbeFinding(.noNameServer, at: .origin, "none answers", consequence: "x", advice: "y")
        let files = try judge([seen(.file(.aasa), .failed(.timedOut(.resolve)))], [finding])
        #expect(files.map(\.judgement.verdict) == [.proberBroken])
        #expect(files.map(\.judgement.reason) == ["none answers"])
    }

    @Test func `a copy that Apple would replace by another file does not heal by itself`() throws {
        let held = DocumentFreshness(lifetime: .seconds(21_600), age: .seconds(600))
        let seen = try [
            seen(.file(.aasa), .answered(status: 200), Self.new),
            seen(.deviceCopy, .answered(status: 200), Self.old, freshness: held),
        ]
        func stale(_ more: [Observation], known: FreshLook? = nil) throws -> Judgement {
            try #require(try judge(seen + more, known: known).last?.judgement)
        }
        let same = try stale([self.seen(.freshCopy, .answered(status: 200), Self.new)])
        #expect(same.healing != nil && same.fresh == FreshLook(finding: ""))
        #expect(same.reason == "it is revision 1 of 2" && same.advice(at: .appleCDN) == nil)
        let other = try stale([self.seen(.freshCopy, .answered(status: 200), Self.old)])
        #expect(other.healing == nil && other.advice(at: .appleCDN) != nil)
        #expect(other.reason == "it is revision 1 of 2; asked anew, it gets another file than this prober")
        // It is asked rarely, so what it was told counts until then.
        let look = FreshLook(asked: Self.start, finding: "it gets no file")
        let later = try stale([], known: look)
        #expect(later.healing == nil && later.fresh == look)
        #expect(later.reason == "it is revision 1 of 2; asked anew, it gets no file")
        // A fresh look that fails tells nothing.
        let silent = try stale([self.seen(.freshCopy, .answered(status: 429))])
        #expect(silent.healing != nil && silent.fresh == nil)
    }

    @Test func `a copy whose time is over is overdue since then`() throws {
        let over = DocumentFreshness(lifetime: .seconds(3600), age: .seconds(5000))
        let files = try judge([seen(.deviceCopy, .answered(status: 200), Self.old, freshness: over)])
        #expect(files.map(\.judgement.verdict) == [.stale])
        #expect(files.first?.judgement.healing == Self.start + .seconds(7200 + 3600 - 5000))
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

    @Test func `of several addresses the one that is not in sync decides, and is named`() throws {
        let (first, second) = (IPAddress(ipv4: 0xC000_0201), IPAddress(ipv4: 0xC000_0202))
        let file = try seen(.file(.aasa), .answered(status: 200), Self.new)
        let good = try seen(.fileAt(.aasa, first), .answered(status: 200), Self.new)
        let cases: [(Observation, Verdict, String)] = [
            (
                try seen(.fileAt(.aasa, second), .answered(status: 200), Self.old), .stale,
                "192.0.2.2, one of 2 addresses: it is revision 1 of 2"
            ),
            (
                try seen(.fileAt(.aasa, second), .answered(status: 403)), .failing,
                "192.0.2.2, one of 2 addresses: the answer is 403"
            ),
            (try seen(.fileAt(.aasa, second), .answered(status: 200), Self.new), .inSync, ""),
            // It is a finding beside the verdict.
            (try seen(.fileAt(.aasa, second), .failed(.timedOut(.connect))), .inSync, ""),
        ]
        for (other, verdict, reason) in cases {
            for order in [[file, good, other], [file, other, good]] {
                let files = try judge(order)
                #expect(files.map(\.judgement.verdict) == [verdict])
                #expect(files.map(\.judgement.reason) == [reason])
            }
        }
        // Whichever of them was met when the name was asked.
        let met = try judge([seen(.file(.aasa), .failed(.timedOut(.connect))), good, cases[3].0])
        #expect(met.map(\.judgement.verdict) == [.inSync])
        let none = try judge([
            seen(.file(.aasa), .failed(.timedOut(.connect))), seen(.fileAt(.aasa, first), .failed(.noRoute)),
            cases[3].0,
        ])
        #expect(none.map(\.judgement.verdict) == [.unreachable])
    }
}
