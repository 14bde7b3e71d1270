import Association
import DeepLinks
import Foundation
import TestSupport
import Testing

/// What holds of every comparison, by random tables and random rules.
@Suite struct ComparisonLawTests {
    private static let isSlow = ProcessInfo.processInfo.environment["POSTERN_SLOW"] != nil

    /// Rules over few letters, so that they overlap.
    private static func components(_ generator: inout SeededGenerator) -> String {
        let pieces = ["a", "b", "/", "/", "*", "?", "?*", "a", "%2E", ".", "%C3%A9", "é", "$(digit)", "$(v)", "7"]
        let rules = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
            let path = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &generator)]
            }
            var parts: [String] = []
            if Int.random(in: 0..<10, using: &generator) > 0 { parts.append(#""/":"/\#(path.joined())""#) }
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: parts.append(#""?":{"q":"a"}"#)
            case 1: parts.append(#""?":{"q":"?*","r":"b*"}"#)
            case 2: parts.append(##""#":"a*""##)
            default: break
            }
            if Int.random(in: 0..<4, using: &generator) == 0 { parts.append(#""exclude":true"#) }
            if Int.random(in: 0..<8, using: &generator) == 0 { parts.append(#""caseSensitive":false"#) }
            return "{\(parts.joined(separator: ","))}"
        }
        return "[\(rules.joined(separator: ","))]"
    }

    private static func document(_ components: String, decodes: Bool = false) throws -> AppleDocument {
        try AppleComparisonTests.document(
            components, links: #","substitutionVariables":{"v":["a","ab","7*b"]}"#,
            entry: decodes ? #","defaults":{"percentEncoded":false}"# : "")
    }

    /// Every ordinary path of up to three segments over some texts.
    private static let paths: [String] = {
        let words = ["a", "b", "x", "7", "ab", "A", "aa", "7xb", "%C3%A9", "a.", "%2Ea", "a%2F", "%2Fb"]
        var paths = [""]
        var all = ["/", ""]
        for _ in 1...3 {
            paths = paths.flatMap { path in words.map { "\(path)/\($0)" } }
            all += paths
        }
        return all
    }()

    private static let tails = ["", "?q=a", "?q=b", "?q=c&r=b", "?q=a&r=bb&q=", "#a", "#b", "?q=a#ax"]

    @Test(arguments: [false, true])
    func `a witness is decided as it says, and without one no URL differs`(decodes: Bool) throws {
        var generator = SeededGenerator(seed: decodes ? 32 : 31)
        var equal = 0
        for _ in 0..<(Self.isSlow ? 2_000 : 150) {
            let text = Self.components(&generator)
            // Half of them are changed in one place, so that some come out equal.
            var other = Self.components(&generator)
            if Bool.random(using: &generator) {
                other = text.replacing(
                    ["a", "b", "?*", "*"].randomElement(using: &generator) ?? "", with: "*", maxReplacements: 1)
            }
            let old = try Self.document(text, decodes: decodes)
            let new = try Self.document(other, decodes: decodes)
            let comparison = AssociationComparison(old: old, new: new)
            let (left, right) = (AppleMatcher(old), AppleMatcher(new))
            for difference in comparison.differences {
                let before = left.decision(difference.url, app: AppleComparisonTests.app)
                let after = right.decision(difference.url, app: AppleComparisonTests.app)
                #expect(before.outcome == difference.old.outcome && before.rule?.path == difference.old.rule)
                #expect(after.outcome == difference.new.outcome && after.rule?.path == difference.new.rule)
                #expect(before.outcome != after.outcome)
            }
            #expect(comparison.completeness == .complete, "\(text) \(other)")
            if comparison.isEqual { equal += 1 }
            let pairs = Set(comparison.differences.map { [$0.old.rule, $0.new.rule] })
            for path in Self.paths.shuffled(using: &generator).prefix(150) {
                let url = try LinkURL(
                    "https://host.example" + path + (Self.tails.randomElement(using: &generator) ?? ""))
                let before = left.decision(url, app: AppleComparisonTests.app)
                let after = right.decision(url, app: AppleComparisonTests.app)
                guard before.outcome != after.outcome else { continue }
                #expect(pairs.contains([before.rule?.path, after.rule?.path]), "\(text) \(other) \(url)")
            }
        }
        #expect(equal > 10)
    }

    @Test func `a file is equal to itself and to itself with its keys in another order`() throws {
        for seed: UInt64 in 1...20 {
            var tables = RandomTables(seed: seed)
            let bytes = try #require(try AssociationDocument.compile(RouteSet(tables.tenant()), kind: .aasa))
            let document = try AppleDocument(bytes)
            let same = AssociationComparison(old: document, new: document)
            #expect(same.isEqual)
            #expect(same.completeness == .complete)
        }
        let turned = try AppleDocument(
            Array(
                #"{"applinks":{"details":[{"components":[{"exclude":true,"?":{"r":"1","q":"2"},"/":"/a"},{}],"appIDs":["\#(AppleComparisonTests.app)"]}]}}"#
                    .utf8))
        let plain = try AppleComparisonTests.document(#"[{"/":"/a","?":{"q":"2","r":"1"},"exclude":true},{}]"#)
        #expect(AssociationComparison(old: plain, new: turned).isEqual)
    }

    @Test func `files of two tables differ where the tables do`() throws {
        let words = ["a", "b", "12", "new", "item-", "item-1", "1"]
        var paths = [""]
        var urls = ["/"]
        for _ in 1...3 {
            paths = paths.flatMap { path in words.map { "\(path)/\($0)" } }
            urls += paths
        }
        var different = 0
        for seed: UInt64 in 1...24 {
            var tables = RandomTables(
                seed: seed &* 104_729, .init(mostRoutes: 8, mayOptOut: false, words: words, deepest: 3))
            let tenant = try tables.tenant()
            var edited = tenant
            let index = Int.random(in: 0..<edited.routes.count, using: &tables.generator)
            switch seed % 3 {
            case 0 where edited.routes.count > 1: edited.routes.remove(at: index)
            case 1: edited.routes[index].opens = edited.routes[index].opens == .all ? .none : .all
            default: edited.routes.swapAt(index, 0)
            }
            let (before, after) = (try RouteSet(tenant), try RouteSet(edited))
            let (old, new) = (TableOracle(before), TableOracle(after))
            let comparison = AssociationComparison(
                old: try AppleDocument(try #require(try AssociationDocument.compile(before, kind: .aasa))),
                new: try AppleDocument(try #require(try AssociationDocument.compile(after, kind: .aasa))))
            #expect(comparison.completeness == .complete)
            for difference in comparison.differences {
                let app = try #require(before.apps.first { .apple($0.identity.appID?.text ?? "") == difference.app })
                #expect(old.opens(difference.url, app.name) != new.opens(difference.url, app.name), "seed \(seed)")
            }
            if !comparison.isEqual { different += 1 }
            var tried = try urls.map { try LinkURL("https://go.shop.example" + $0) }
            for _ in 0..<100 { tried += [try LinkURL(tables.url(before)), try LinkURL(tables.url(after))] }
            for app in before.apps {
                guard let appID = app.identity.appID?.text else { continue }
                let isFound = comparison.differences.contains { $0.app == .apple(appID) }
                let url = tried.first { old.opens($0, app.name) != new.opens($0, app.name) }
                if let url { #expect(isFound, "seed \(seed) \(url)") }
            }
        }
        #expect(different > 8)
    }

    @Test func `rules of both forms are only tried, and what is tried is right`() throws {
        let written = try Self.document(#"[{"/":"/caf%C3%A9"}]"#)
        let decoded = try Self.document(#"[{"/":"/café"}]"#, decodes: true)
        let comparison = AssociationComparison(old: written, new: decoded)
        #expect(comparison.completeness == .sampled)
        #expect(comparison.gaps == [.encodings])
        #expect(comparison.isEqual)
        let mixed = AssociationComparison(
            old: try Self.document(#"[{"/":"/a","?":{"x":"1"}}]"#), new: try Self.document(#"[{"/":"/a","?":"x=1"}]"#))
        #expect(mixed.gaps == [.queryForms])
        #expect(mixed.differences.map(\.url.description) == ["https://host.example/a?x=1&z=1"])
        let wide = AssociationComparison(old: written, new: try Self.document(#"[{"/":"/caf?"}]"#, decodes: true))
        #expect(wide.differences.map(\.url.description) == ["https://host.example/cafx"])
    }

    @Test func `hostile patterns end, and say that they were only tried`() throws {
        let rules = { (last: String) in
            "[" + (0..<100).map { #"{"/":"/*a*a*a*a*\#($0)\#(last)"}"# }.joined(separator: ",") + "]"
        }
        let comparison = AssociationComparison(
            old: try Self.document(rules("b")), new: try Self.document(rules("c")),
            limits: ComparisonLimits(steps: 200_000))
        #expect(comparison.gaps == [.limits])
        #expect(!comparison.isEqual)
    }
}
