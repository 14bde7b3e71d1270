import Association
import DeepLinks
import Foundation
import JSONText
import TestSupport
import Testing

/// What holds of the rules that lint says to leave out, by random files.
@Suite struct LintLawTests {
    private static let isSlow = ProcessInfo.processInfo.environment["POSTERN_SLOW"] != nil
    private static let rounds = isSlow ? 3_000 : 120

    /// Rules in their lists: each entry is of `components` or of `paths`.
    private struct Lists {
        var entries: [(isLegacy: Bool, rules: [String])]

        /// The pointers of all rules.
        var places: [(entry: Int, rule: Int)] {
            entries.indices.flatMap { entry in entries[entry].rules.indices.map { (entry, $0) } }
        }

        func pointer(_ place: (entry: Int, rule: Int)) -> String {
            "/applinks/details/\(place.entry)/\(entries[place.entry].isLegacy ? "paths" : "components")/\(place.rule)"
        }

        func removing(_ places: [(entry: Int, rule: Int)]) -> Lists {
            var lists = self
            for place in places.reversed() { lists.entries[place.entry].rules.remove(at: place.rule) }
            return lists
        }

        /// The file; at will only with what iOS 12 and earlier read.
        func text(onlyLegacy: Bool = false) -> String {
            let entries = entries.map { entry in
                let rules = "[\(entry.rules.joined(separator: ","))]"
                if entry.isLegacy { return #"{"appID":"\#(AppleLintTests.app)","paths":\#(rules)}"# }
                return onlyLegacy ? "{}" : #"{"appIDs":["\#(AppleLintTests.app)"],"components":\#(rules)}"#
            }
            return #"{"applinks":{"apps":[],"details":[\#(entries.joined(separator: ","))]}}"#
        }
    }

    private static let paths = [
        "/a", "/a/", "/a/*", "/a/b", "/a/?*", "/*", "*", "/a*", "/A", "*b", "/a/*/b", "/1", "/?", "a", "/*/b", "/?*",
        "/a/b/*", "/??", "/",
    ]
    private static let fragments = [##""#":"?*""##, ##""#":"f""##, ##""#":"*""##]

    private static func component(_ generator: inout SeededGenerator) -> String {
        var parts: [String] = []
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
        if chance(95) {
            parts.append(#""/":"\#((paths + ["/$(digit)", "/a%2Fb"]).randomElement(using: &generator) ?? "")""#)
        }
        let queries = [
            #"{"x":"1"}"#, #"{"x":"?*"}"#, #"{"x":"*"}"#, #"{"x":"","y":"1"}"#, #"{"x":true}"#, #""""#, #""x=1""#,
        ]
        if chance(40) { parts.append(#""?":\#(queries.randomElement(using: &generator) ?? "")"#) }
        if chance(20) { parts.append(fragments.randomElement(using: &generator) ?? "") }
        if chance(40) { parts.append(#""exclude":true"#) }
        if chance(12) { parts.append(#""caseSensitive":false"#) }
        if chance(6) { parts.append(#""percentEncoded":false"#) }
        return "{\(parts.joined(separator: ","))}"
    }

    private static func lists(_ generator: inout SeededGenerator) -> Lists {
        let count = [1, 1, 1, 2].randomElement(using: &generator) ?? 1
        return Lists(
            entries: (0..<count).map { _ in
                let isLegacy = Int.random(in: 0..<3, using: &generator) == 0
                let rules = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                    guard isLegacy else { return component(&generator) }
                    let not = Int.random(in: 0..<3, using: &generator) == 0 ? "NOT " : ""
                    return "\"\(not)\(paths.randomElement(using: &generator) ?? "")\""
                }
                return (isLegacy, rules)
            })
    }

    /// The pointers of the rules that are to be left out.
    private static func idle(_ text: String, _ kind: AssociationKind) -> Set<String> {
        Set(
            AssociationLint.findings(Array(text.utf8), kind: kind).filter {
                $0.code == .unreachableRule || $0.code == .redundantRule
            }.map(\.pointer))
    }

    @Test func `without a rule that is to be left out Apple's systems decide the same`() throws {
        var generator = SeededGenerator(seed: 61)
        var count = 0
        for _ in 0..<Self.rounds {
            let lists = Self.lists(&generator)
            let idle = Self.idle(lists.text(), .aasa)
            let places = lists.places.filter { idle.contains(lists.pointer($0)) }
            #expect(places.count == idle.count)
            count += places.count
            for removed in places.map({ [$0] }) + [places] where !removed.isEmpty {
                let rest = lists.removing(removed)
                for onlyLegacy in [false, true] {
                    let comparison = AssociationComparison(
                        old: try AppleDocument(Array(lists.text(onlyLegacy: onlyLegacy).utf8)),
                        new: try AppleDocument(Array(rest.text(onlyLegacy: onlyLegacy).utf8)))
                    #expect(
                        comparison.isEqual,
                        "\(lists.text()) without \(removed) \(onlyLegacy) \(comparison.differences.first?.url.description ?? "")"
                    )
                }
            }
        }
        #expect(count > Self.rounds / 3)
    }

    @Test func `without a rule that is to be left out Android decides the same`() throws {
        var generator = SeededGenerator(seed: 62)
        let paths = [
            "/a", "/a/", "/a/*", "/a/b", "/a/?*", "/*", "/a*", "/A", "*b", "/a/*/b", "/?", "*", "/*/b", "/a?b",
        ]
        let queries = [#"{"x":"1"}"#, #"{"x":"?*"}"#, #"{"x":"*"}"#, #"{"x":"1","y":"1"}"#]
        var count = 0
        for _ in 0..<Self.rounds {
            let rules = (0..<Int.random(in: 2...4, using: &generator)).map { _ -> String in
                func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
                var parts = [#""/":"\#(paths.randomElement(using: &generator) ?? "")""#]
                if chance(40) { parts.append(#""?":\#(queries.randomElement(using: &generator) ?? "")"#) }
                if chance(30) { parts.append(Self.fragments.randomElement(using: &generator) ?? "") }
                if chance(40) { parts.append(#""exclude":true"#) }
                return "{\(parts.joined(separator: ","))}"
            }
            let text = { (rules: [String]) in Statement.text(rules: "[\(rules.joined(separator: ","))]") }
            let whole = text(rules)
            let idle = Self.idle(whole, .assetlinks).compactMap { $0.split(separator: "/").last.flatMap { Int($0) } }
            count += idle.count
            for removed in idle.map({ [$0] }) + [idle] where !removed.isEmpty {
                let rest = rules.indices.filter { !removed.contains($0) }.map { rules[$0] }
                let comparison = AssociationComparison(
                    old: try AndroidDocument(Array(whole.utf8)), new: try AndroidDocument(Array(text(rest).utf8)))
                #expect(
                    comparison.isEqual,
                    "\(rules) without \(removed) \(comparison.differences.first?.url.description ?? "")")
            }
        }
        #expect(count > Self.rounds / 3)
    }

    @Test func `what the compiler writes has nothing above a note`() throws {
        for seed: UInt64 in 1...(Self.isSlow ? 400 : 24) {
            let isLegacy = seed % 3 == 0
            var tables = RandomTables(
                seed: seed &* 7_919, .init(mostRoutes: 12, mayFold: !isLegacy, mayOptOut: !isLegacy))
            let set = try RouteSet(tables.tenant())
            for kind in [AssociationKind.aasa, .assetlinks] {
                let file = try AssociationDocument.compile(
                    set, kind: kind, options: CompileOptions(hasLegacyPaths: isLegacy))
                let findings = AssociationLint.findings(try #require(file), kind: kind)
                let grave = findings.filter { $0.severity != .note }
                #expect(grave.isEmpty, "seed \(seed) \(grave.map { "\($0.code) \($0.pointer) \($0.message)" })")
            }
        }
    }
}
