import Association
import DeepLinks
import Foundation
import Testing

/// Android decides as the table, but for what the findings name.
@Suite struct AndroidAgreementTests {
    private static let isSlow = ProcessInfo.processInfo.environment["POSTERN_SLOW"] != nil

    /// A table and Android's matcher over its file.
    private struct Comparison {
        let set: RouteSet
        let findings: [CompileFinding]
        private let oracle: TableOracle
        private let matcher: AndroidMatcher
        let text: String

        init(_ tenant: Tenant) throws {
            let domain = try #require(tenant.domains.first)
            set = tenant.routeSet(for: domain)
            oracle = TableOracle(set)
            let bytes = try #require(try AssociationDocument.compile(set, kind: .assetlinks))
            text = String(decoding: bytes, as: UTF8.self)
            matcher = AndroidMatcher(try AndroidDocument(bytes))
            findings = try tenant.compileFindings(for: domain, kind: .assetlinks)
        }

        /// The apps for which file and table differ, with the number of apps that were asked, and of those that open.
        func differences(_ text: String) throws -> (apps: [AppName], asked: Int, opening: Int) {
            let url = try LinkURL(text)
            let decider = oracle.decider(url)
            var apps: [AppName] = []
            var asked = 0
            var opening = 0
            for app in set.apps {
                guard case .android(let package, let fingerprints) = app.identity else { continue }
                asked += 1
                let expected = oracle.opens(decider, app.name)
                opening += expected ? 1 : 0
                let decision = matcher.decision(url, package: package, fingerprint: fingerprints[0])
                if (decision.outcome == .open) != expected { apps.append(app.name) }
            }
            return (apps, asked, opening)
        }

        var description: String {
            let routes = set.routes.map { "\($0.pattern) \($0.opens)" }
            return (routes + [text]).joined(separator: "\n")
        }
    }

    /// Tables without the forms that Android cannot say.
    @Test func `file and table agree where Android can say table and URL`() throws {
        let wanted = Self.isSlow ? 200_000 : 5_000
        var checked = 0
        var opening = 0
        for seed: UInt64 in 501... {
            if checked >= wanted { break }
            var tables = RandomTables(
                seed: seed, .init(mostRoutes: 12, mayFold: false, hasDigits: false, hasTails: false))
            let comparison = try Comparison(tables.tenant())
            for _ in 0..<60 {
                let url = tables.url(comparison.set)
                guard AndroidLimits(url, comparison.set).codes.isEmpty else { continue }
                let found = try comparison.differences(url)
                checked += found.asked
                opening += found.opening
                if !found.apps.isEmpty { Issue.record("seed \(seed): \(url) \(found.apps)\n\(comparison.description)") }
            }
        }
        #expect(opening * 4 > checked)
    }

    /// All tables: a difference has a finding of its kind.
    @Test func `a URL that Android decides otherwise is of a kind that the findings name`() throws {
        let wanted = Self.isSlow ? 200_000 : 5_000
        var checked = 0
        var kinds: [CompileFindingCode: Int] = [:]
        for seed: UInt64 in 9_001... {
            if checked >= wanted { break }
            var tables = RandomTables(seed: seed, .init(mostRoutes: 12))
            if tables.chance(30) { tables.shape.words += ["a%2Ab", "%3F"] }
            let comparison: Comparison
            do { comparison = try Comparison(tables.tenant()) } catch AssociationError.tooLarge { continue }
            let named = Set(comparison.findings.map(\.code))
            for _ in 0..<60 {
                let url = tables.url(comparison.set)
                let found = try comparison.differences(url)
                checked += found.asked
                if found.apps.isEmpty { continue }
                let codes = AndroidLimits(url, comparison.set).codes
                for code in codes { kinds[code, default: 0] += 1 }
                if codes.isDisjoint(with: named) {
                    let names = codes.map(\.rawValue).sorted()
                    Issue.record("seed \(seed): \(url) \(found.apps) may be \(names)\n\(comparison.description)")
                }
            }
        }
        for code in AndroidLimits.all { #expect(kinds[code, default: 0] > 0, "no difference that may be \(code)") }
    }
}
