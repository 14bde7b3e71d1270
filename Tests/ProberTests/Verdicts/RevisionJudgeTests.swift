import Association
import Cryptography
import Platform
import Testing

@testable import Prober

/// What a file that is seen means, against the revisions of its domain.
@Suite struct RevisionJudgeTests {
    private static let start = UnixTime(seconds: 1_800_000_000)
    private static func file(_ paths: String...) -> String {
        let rules = paths.map { path in
            path.hasPrefix("!") ? #"{"/":"\#(path.dropFirst())","exclude":true}"# : #"{"/":"\#(path)"}"#
        }
        return #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop"],"components":["#
            + rules.joined(separator: ",") + "]}]}}"
    }

    private func revision(_ number: Int, _ text: String?) throws -> PublishedRevision {
        let bytes = text.map { Array($0.utf8) }
        return PublishedRevision(
            number: number, digest: try bytes.map { try SHA256.digest(of: $0) }, bytes: bytes,
            published: Self.start + .seconds(number * 3600))
    }

    private func judge(
        _ text: String, _ revisions: [String?], _ staleness: RevisionJudge.Staleness = .none,
        freshness: Duration? = nil
    ) throws -> Judgement {
        let judge = RevisionJudge(
            .aasa, host: "go.shop.example",
            revisions: try revisions.enumerated().map { try revision($0.offset + 1, $0.element) })
        let bytes = Array(text.utf8)
        return judge.judge(
            .document(bytes, try SHA256.digest(of: bytes)), staleness: staleness, freshness: freshness,
            at: Self.start + .seconds(36_000))
    }

    @Test func `the current revision is in sync, however it is written`() throws {
        let file = Self.file("/a", "/b")
        #expect(try judge(file, [Self.file("/c"), file]).verdict == .inSync)
        let other = Self.file("/b", "/a").replacing(":", with: ": ")
        #expect(try judge(other, [Self.file("/c"), file]).verdict == .inSync)
        #expect(try judge(other, [Self.file("/c"), file]).revision == 2)
    }

    @Test func `an earlier revision is stale: which, since when, what it breaks and when it heals`() throws {
        let found = try judge(
            Self.file("/old"), [Self.file("/x"), Self.file("/old"), Self.file("/new"), Self.file("/newest")], .appleCDN,
            freshness: .seconds(600))
        #expect(found.verdict == .stale)
        #expect(found.revision == 2)
        #expect(found.replaced == Self.start + .seconds(3 * 3600))
        #expect(found.healing == Self.start + .seconds(36_600))
        #expect(
            Set(found.witnesses.map { "\($0.url) \($0.opensNow)" }) == [
                "https://go.shop.example/newest false", "https://go.shop.example/old true",
            ])
    }

    @Test func `without cache headers Apple's day counts, from the publication that is missed`() throws {
        let found = try judge(Self.file("/old"), [Self.file("/old"), Self.file("/new")], .appleCDN)
        #expect(found.healing == Self.start + .seconds(2 * 3600 + 24 * 3600))
        #expect(try judge(Self.file("/old"), [Self.file("/old"), Self.file("/new")]).healing == nil)
    }

    @Test func `a copy that is overdue has no time of healing made up for it`() throws {
        let over = try judge(
            Self.file("/old"), [Self.file("/old"), Self.file("/new")], .appleCDN, freshness: .seconds(-600))
        #expect(over.healing == Self.start + .seconds(36_000 - 600))
        let file = Self.file("/old")
        let judge = RevisionJudge(
            .aasa, host: "go.shop.example", revisions: [try revision(1, file), try revision(2, Self.file("/new"))])
        let seen = Sighting.document(Array(file.utf8), try SHA256.digest(of: Array(file.utf8)))
        let late = judge.judge(seen, staleness: .appleCDN, at: Self.start + .seconds(1_000_000))
        #expect(late.healing == Self.start + .seconds(2 * 3600 + 24 * 3600))
    }

    @Test func `a copy whose time was over before its successor came is overdue since then`() throws {
        let files = [Self.file("/old"), Self.file("/new")]
        let over = try judge(Self.file("/old"), files, .appleCDN, freshness: .seconds(-36_000))
        #expect(over.healing == Self.start + .seconds(2 * 3600))
        let google = try judge(Self.file("/old"), files, .googleDAL, freshness: .seconds(-36_000))
        #expect(google.healing == Self.start + .seconds(2 * 3600))
    }

    @Test func `an earlier revision that decides as the current one is in sync`() throws {
        let found = try judge(Self.file("/a", "/b"), [Self.file("/a", "/b"), Self.file("/b", "/a")])
        #expect(found.verdict == .inSync)
    }

    @Test func `a revision that came back is in sync`() throws {
        #expect(try judge(Self.file("/a"), [Self.file("/a"), Self.file("/b"), Self.file("/a")]).verdict == .inSync)
    }

    @Test func `a file that was never ours is foreign, and shows what it breaks`() throws {
        let found = try judge(Self.file("!/a", "/*"), [Self.file("/a")])
        #expect(found.verdict == .foreign)
        #expect(found.revision == nil)
        #expect(found.witnesses.contains { $0.url == "https://go.shop.example/a" && !$0.opensNow })
    }

    @Test(arguments: ["", "<!doctype html>", #"{"applinks":"#, "[]"])
    func `what is no file is invalid (case 4)`(text: String) throws {
        #expect(try judge(text, [Self.file("/a")]).verdict == .invalid)
    }

    @Test func `no file is in sync where none is published, and a failure where one is`() throws {
        let none = RevisionJudge(.aasa, host: "go.shop.example", revisions: [])
        #expect(none.judge(.missing("404"), at: Self.start).verdict == .inSync)
        let withdrawn = RevisionJudge(
            .aasa, host: "go.shop.example", revisions: [try revision(1, Self.file("/a")), try revision(2, nil)])
        #expect(withdrawn.judge(.missing("404"), at: Self.start).verdict == .inSync)
        let published = RevisionJudge(
            .aasa, host: "go.shop.example", revisions: [try revision(1, nil), try revision(2, Self.file("/a"))])
        let found = published.judge(
            .missing("404"), staleness: .appleCDN, freshness: .seconds(60), at: Self.start + .seconds(3 * 3600))
        #expect(found.verdict == .failing)
        #expect(found.replaced == Self.start + .seconds(2 * 3600))
        #expect(found.witnesses.map(\.url) == ["https://go.shop.example/a"])
        #expect(found.healing == Self.start + .seconds(3 * 3600 + 60))
    }

    @Test func `what the prober could not see keeps its own verdict`() throws {
        let judge = RevisionJudge(.aasa, host: "go.shop.example", revisions: [try revision(1, Self.file("/a"))])
        let pairs: [(Sighting, Verdict)] = [
            (.failing("x"), .failing), (.unreachable("x"), .unreachable), (.blocked("x"), .blocked),
            (.filtered("x", nil), .filtered), (.proberFault("x"), .proberBroken),
        ]
        for (sighting, verdict) in pairs {
            let found = judge.judge(sighting, at: Self.start)
            #expect(found.verdict == verdict && found.reason == "x")
            // Whoever asks anew loses what the current revision opens.
            let lost = verdict == .proberBroken ? [] : ["https://go.shop.example/a"]
            #expect(found.witnesses.map(\.url) == lost && found.witnesses.allSatisfy { !$0.opensNow })
        }
    }

    @Test func `what cannot be read opens nothing, and what Apple alone gets opens what it opens`() throws {
        let page = try judge("<!doctype html>", [Self.file("/a")])
        #expect(page.witnesses.map(\.url) == ["https://go.shop.example/a"] && !page.remedy.isEmpty)
        let judge = RevisionJudge(.aasa, host: "go.shop.example", revisions: [try revision(1, Self.file("/a", "/b"))])
        let found = judge.judge(.filtered("x", Array(Self.file("/a").utf8)), at: Self.start)
        #expect(found.witnesses.map(\.url) == ["https://go.shop.example/b"])
        #expect(judge.judge(.unreachable("x"), staleness: .appleCDN, at: Self.start).witnesses.isEmpty)
    }

    @Test func `somebody else's file at Apple is held until the copy's time is over`() throws {
        let found = try judge(Self.file("/x"), [Self.file("/a")], .appleCDN, freshness: .seconds(600))
        #expect(found.verdict == .foreign && found.healing == Self.start + .seconds(36_600))
        #expect(try judge(Self.file("/x"), [Self.file("/a")]).healing == nil)
    }
}
