import Association
import DeepLinks
import Foundation
import Testing

/// Android decides as the table, but for what the findings name.
@Suite struct AndroidAgreementTests {
    private static let isSlow = ProcessInfo.processInfo.environment["POSTERN_SLOW"] != nil

    /// Tables without the forms that Android cannot say, and URLs with one slash at the end at most.
    @Test func `file and table agree where Android can say the table`() throws {
        var checked = 0
        var seed: UInt64 = 500
        while checked < (Self.isSlow ? 200_000 : 5_000) {
            seed += 1
            var tables = RandomTables(
                seed: seed, .init(mostRoutes: 12, mayFold: false, hasDigits: false, hasTails: false))
            let set = try RouteSet(tables.tenant())
            let bytes = try #require(try AssociationDocument.compile(set, kind: .assetlinks))
            let matcher = AndroidMatcher(try AndroidDocument(bytes))
            let oracle = TableOracle(set)
            for _ in 0..<60 {
                let text = tables.url(set)
                guard Self.isSayable(text) else { continue }
                let url = try LinkURL(text)
                let route = oracle.route(url)
                for app in set.apps {
                    guard case .android(let package, let fingerprints) = app.identity else { continue }
                    checked += 1
                    let outcome = matcher.decision(url, package: package, fingerprint: fingerprints[0]).outcome
                    let expected = route.map { set.routes[$0].opens(app.name) } ?? false
                    if (outcome == .open) == expected { continue }
                    let routes = set.routes.map { "\($0.pattern) \($0.opens)" }.joined(separator: "\n")
                    let file = String(decoding: bytes, as: UTF8.self)
                    Issue.record("seed \(seed): \(text) \(app.name) \(outcome)\n\(routes)\n\(file)")
                }
            }
        }
    }

    /// Whether nothing in the URL is of the kinds that findings name.
    private static func isSayable(_ text: String) -> Bool {
        let url = text.split(separator: "#")[0]
        if url.contains("%2F") || url.contains("%26") || url.contains(";") { return false }
        // Android decodes before it compares, so the case of hex digits is lost.
        let escapes = url.split(separator: "%").dropFirst().map { $0.prefix(2) }
        if escapes.contains(where: { $0 != $0.uppercased() }) { return false }
        let path = url.dropFirst("https://go.shop.example".count).prefix { $0 != "?" }
        if path.isEmpty || path.hasSuffix("//") { return false }
        // A head alone with a slash.
        if ["item-/", "x-/", "/i/", "/1/"].contains(where: path.hasSuffix) { return false }
        let items = url.split(separator: "?").dropFirst().joined().split(separator: "&").map {
            $0.prefix { $0 != "=" }
        }
        return Set(items).count == items.count
    }
}
