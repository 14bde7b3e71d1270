import Association
import DeepLinks
import Foundation
import Testing

/// Invariant 5: the app opens an ordinary URL by the compiled file exactly when the routes say so.
@Suite struct AppleAgreementTests {
    private static let isSlow = ProcessInfo.processInfo.environment["POSTERN_SLOW"] != nil

    /// Compares until so many triples of table, app and URL are counted; every seed draws a table.
    private static func compared(_ triples: Int, seeds: some Sequence<UInt64>) throws -> AgreementTally {
        var tally = AgreementTally()
        for seed in seeds {
            if tally.triples >= triples { break }
            var tables = RandomTables(seed: seed)
            if tables.chance(50) { tables.shape.mostRoutes = 8 }
            if tables.chance(30) { tables.shape.deepest = 3 }
            if tables.chance(20) { tables.shape.words = ["a", "b", "12"] }
            let set = try RouteSet(tables.tenant())
            tally.tables += 1
            let agreement: Agreement
            do { agreement = try Agreement(set) } catch AssociationError.tooLarge {
                // Several captures of digits in one path are 4 rules each, one for each of the others'.
                tally.tooLarge += 1
                continue
            }
            for _ in 0..<(isSlow ? 200 : 60) { try agreement.check(tables.url(set), &tally, "seed \(seed)") }
        }
        return tally
    }

    @Test func `file and table agree for random tables and URLs`() async throws {
        let triples = Self.isSlow ? 1_000_000 : 20_000
        let lanes: UInt64 = 4
        let tally = try await withThrowingTaskGroup(of: AgreementTally.self) { group in
            for lane in 0..<lanes {
                group.addTask {
                    try Self.compared(triples / Int(lanes), seeds: stride(from: 1 + lane, to: .max, by: Int(lanes)))
                }
            }
            return try await group.reduce(into: AgreementTally()) { $0.add($1) }
        }
        #expect(tally.triples >= triples)
        #expect(tally.tooLarge * 100 <= tally.tables)
        checkShares(tally)
        if ProcessInfo.processInfo.environment["POSTERN_TALLY"] != nil { Issue.record("\(tally)") }
    }

    /// Much of what is compared opens, and every form and every kind of URL is met often.
    private func checkShares(_ tally: AgreementTally) {
        func expect(_ count: Int?, _ perMille: Int, _ what: String) {
            #expect((count ?? 0) * 1000 >= tally.triples * perMille, "\(what): \(count ?? 0) of \(tally.triples)")
        }
        expect(tally.fates[.opens], 250, "opens")
        expect(tally.fates[.excluded], 200, "excluded by a route")
        expect(tally.fates[.noRoute], 50, "no route")
        expect(tally.fates[.reserved], 5, "reserved")
        expect(tally.fates[.optOut], 5, "opt-out")
        for form in AgreementTally.Form.allCases {
            expect(tally.opening[form], 5, "opened by \(form)")
            expect(tally.excluding[form], 5, "excluded by \(form)")
        }
        for trait in AgreementTally.Trait.all { expect(tally.traits[trait], 1, "decided with \(trait)") }
    }

    @Test func `file and table agree for every short path of small tables`() throws {
        let words = ["a", "b", "12", "new", "item-", "item-1", "1"]
        var paths = [""]
        var urls = ["/"]
        for _ in 1...4 {
            paths = paths.flatMap { path in words.map { "\(path)/\($0)" } }
            urls += paths
        }
        var tally = AgreementTally()
        for seed: UInt64 in 1...(Self.isSlow ? 100 : 10) {
            var tables = RandomTables(
                seed: seed &* 7919, .init(mostRoutes: 8, mayOptOut: false, hasItems: false, words: words, deepest: 4))
            let agreement = try Agreement(RouteSet(tables.tenant()))
            for url in urls { try agreement.check("https://go.shop.example" + url, &tally, "seed \(seed)") }
        }
        #expect((tally.fates[.opens] ?? 0) * 20 > tally.triples)
        #expect((tally.fates[.excluded] ?? 0) * 20 > tally.triples)
    }
}

extension RouteSet {
    /// The set of a tenant's first domain.
    init(_ tenant: Tenant) throws {
        self = tenant.routeSet(for: try #require(tenant.domains.first))
    }
}
