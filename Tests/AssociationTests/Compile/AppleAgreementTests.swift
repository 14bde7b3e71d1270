import Association
import DeepLinks
import Foundation
import Testing

/// Invariant 5: the app opens an ordinary URL by the compiled file exactly when the routes say so.
@Suite struct AppleAgreementTests {
    private static let isSlow = ProcessInfo.processInfo.environment["POSTERN_SLOW"] != nil

    @Test func `file and table agree for random tables and URLs`() throws {
        let triples = Self.isSlow ? 1_000_000 : 20_000
        var checked = 0
        var seed: UInt64 = 1
        while checked < triples {
            var tables = RandomTables(seed: seed)
            if tables.chance(50) { tables.shape.mostRoutes = 8 }
            if tables.chance(30) { tables.shape.deepest = 3 }
            if tables.chance(20) { tables.shape.words = ["a", "b", "12"] }
            seed += 1
            let set = try RouteSet(tables.tenant())
            let agreement = try Agreement(set)
            for _ in 0..<(Self.isSlow ? 200 : 60) {
                checked += try agreement.check(tables.url(set), "seed \(seed - 1)")
            }
        }
    }

    @Test func `file and table agree for every short path of small tables`() throws {
        let words = ["a", "b", "12", "new", "item-", "item-1", "1"]
        var paths = [""]
        var urls = ["/"]
        for _ in 1...4 {
            paths = paths.flatMap { path in words.map { "\(path)/\($0)" } }
            urls += paths
        }
        for seed: UInt64 in 1...(Self.isSlow ? 100 : 10) {
            var tables = RandomTables(
                seed: seed &* 7919, .init(mostRoutes: 8, mayOptOut: false, hasItems: false, words: words, deepest: 4))
            let agreement = try Agreement(RouteSet(tables.tenant()))
            for url in urls { _ = try agreement.check("https://go.shop.example" + url, "seed \(seed)") }
        }
    }
}

extension RouteSet {
    /// The set of a tenant's first domain.
    init(_ tenant: Tenant) throws {
        self = tenant.routeSet(for: try #require(tenant.domains.first))
    }
}

/// A table and the matchers over its file.
struct Agreement {
    private let set: RouteSet
    private let oracle: TableOracle
    private let text: String
    private let matchers: [AppleMatcher]

    init(_ set: RouteSet) throws {
        self.set = set
        oracle = TableOracle(set)
        let bytes = try #require(try AssociationDocument.compile(set, kind: .aasa))
        text = String(decoding: bytes, as: UTF8.self)
        let document = try AppleDocument(bytes)
        #expect(document.findings.filter { $0.severity != .note }.isEmpty)
        matchers = InnerSlashes.allCases.map { AppleMatcher(document, slashes: $0) }
    }

    /// Compares for every app.
    ///
    /// - Returns: The number of comparisons.
    func check(_ url: String, _ comment: String) throws -> Int {
        let link = try LinkURL(url)
        let route = oracle.route(link)
        var count = 0
        for app in set.apps {
            guard let appID = app.identity.appID else { continue }
            count += 1
            let expected = route.map { set.routes[$0].opens(app.name) } ?? false
            for matcher in matchers {
                let outcome = matcher.decision(link, app: appID.text).outcome
                if (outcome == .open) == expected { continue }
                let routes = set.routes.map { "\($0.pattern) \($0.opens)" }.joined(separator: "\n")
                Issue.record("\(comment): \(url) \(app.name) \(outcome), route \(route ?? -1)\n\(routes)\n\(text)")
            }
        }
        return count
    }
}
