import Association
import DeepLinks
import JSONText
import TestSupport
import Testing

/// Which URLs change their fate between two of Android's files.
@Suite struct AndroidComparisonTests {
    private static func document(_ rules: String?, fingerprint: Int = 0) throws -> AndroidDocument {
        let extensions = rules.map {
            #", "relation_extensions": {"delegate_permission/common.handle_all_urls": {"dynamic_app_link_components": \#($0)}}"#
        }
        return try AndroidDocument(
            Array(
                #"""
                [{"relation": ["delegate_permission/common.handle_all_urls"]\#(extensions ?? ""), "target": {
                  "namespace": "android_app", "package_name": "example.shop",
                  "sha256_cert_fingerprints": ["\#(Sample.fingerprints[fingerprint])"]}}]
                """#.utf8))
    }

    private func urls(_ old: String?, _ new: String?) throws -> [String] {
        let comparison = AssociationComparison(old: try Self.document(old), new: try Self.document(new))
        #expect(comparison.completeness == .complete)
        #expect(comparison.grants.isEmpty)
        return comparison.differences.map { "\($0.old.outcome) \(String($0.url.description.dropFirst(20)))" }
    }

    private static let cases: [(old: String, new: String?, expected: [String])] = [
        (#"[{"/":"/a"}]"#, #"[{"/":"/a*"}]"#, ["browser /ax"]),
        (#"[{"/":"/a"}]"#, #"[{"/":"/a"},{"/":"/a/"}]"#, ["browser /a/"]),
        (#"[{"/":"/a*c"}]"#, #"[{"/":"/a*c"},{"/":"/a*c*c"}]"#, ["browser /acc"]),
        (#"[{"/":"*"}]"#, #"[{"/":"/*"}]"#, ["open "]),
        (#"[{"/":"/é"}]"#, #"[{"/":"/?"}]"#, ["browser /x"]),
        (#"[{"/":"/?"}]"#, #"[{"/":"/é","exclude":true},{"/":"/?"}]"#, ["open /%C3%A9"]),
        (#"[{"/":"/a/b"}]"#, #"[{"/":"/a?b"}]"#, ["browser /axb"]),
        (#"[{"?":{"q":"1"}}]"#, #"[{"?":{"q":"*"}}]"#, ["browser ?q="]),
        (#"[{"?":{"q":"1"}},{"?":{"q":"2"}}]"#, #"[{"?":{"q":"2"}},{"?":{"q":"1"}}]"#, []),
        (#"[{"?":{"q":"1"},"exclude":true},{"?":{"q":"2"}}]"#, #"[{"?":{"q":"2"}}]"#, ["browser ?q=1&q=2"]),
        (##"[{"#":"*"}]"##, ##"[{"#":"a"}]"##, ["open #"]),
        (#"[{"/":"*"}]"#, nil, []),
        (#"[{"/":"/a"}]"#, nil, ["browser "]),
    ]

    @Test(arguments: cases)
    func `dynamic rules`(old: String, new: String?, expected: [String]) throws {
        #expect(try urls(old, new) == expected)
    }

    @Test func `a fingerprint that goes takes all URLs with it`() throws {
        let comparison = AssociationComparison(
            old: try Self.document(nil, fingerprint: 0), new: try Self.document(nil, fingerprint: 1))
        #expect(comparison.differences.map(\.old.outcome) == [.open, .browser])
        #expect(comparison.grants.map(\.change) == [.removed, .added])
        #expect(comparison.grants.first?.place.pointer == "/0/target/sha256_cert_fingerprints/0")
        #expect(AssociationComparison(old: try Self.document(nil), new: nil, packages: ["example.other"]).isEqual)
    }

    @Test func `a witness is decided as it says, and without one no URL differs`() throws {
        let pieces = ["a", "b", "/", "/", "*", "?", "é", "."]
        var generator = SeededGenerator(seed: 5)
        let rules = { (generator: inout SeededGenerator) -> String in
            let rules = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
                let path = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
                    pieces[Int.random(in: 0..<pieces.count, using: &generator)]
                }
                let query = Int.random(in: 0..<4, using: &generator) == 0 ? #", "?": {"q": "a*"}"# : ""
                return #"{"/": "/\#(path.joined())"\#(query), "exclude": \#(Bool.random(using: &generator))}"#
            }
            return "[\(rules.joined(separator: ","))]"
        }
        let package = try #require(PackageName("example.shop"))
        let fingerprint = try #require(CertificateFingerprint(Sample.fingerprints[0]))
        let texts = ["a", "b", "x", "ab", "aba", "%C3%A9", "%2F", "a.", ""]
        for _ in 0..<80 {
            let (old, new) = (try Self.document(rules(&generator)), try Self.document(rules(&generator)))
            let comparison = AssociationComparison(old: old, new: new)
            #expect(comparison.completeness == .complete)
            let decide = { (document: AndroidDocument, url: LinkURL) in
                AndroidMatcher(document).decision(url, package: package, fingerprint: fingerprint)
            }
            for difference in comparison.differences {
                #expect(decide(old, difference.url).outcome == difference.old.outcome)
                #expect(decide(new, difference.url).outcome == difference.new.outcome)
                #expect(decide(old, difference.url).rule?.path == difference.old.rule)
            }
            let pairs = Set(comparison.differences.map { [$0.old.rule, $0.new.rule] })
            for first in texts {
                for second in texts where first != "" || second == "" {
                    for tail in ["", "/", "?q=a", "?q=b&q=ab"] {
                        let path = first.isEmpty ? "/" : "/\(first)" + (second.isEmpty ? "" : "/\(second)")
                        let url = try LinkURL("https://host.example\(path)\(tail)")
                        let (before, after) = (decide(old, url), decide(new, url))
                        guard before.outcome != after.outcome else { continue }
                        #expect(pairs.contains([before.rule?.path, after.rule?.path]), "\(url)")
                    }
                }
            }
        }
    }
}
