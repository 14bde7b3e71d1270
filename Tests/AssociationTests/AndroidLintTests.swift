import Association
import JSONText
import Testing

@Suite struct AndroidLintTests {
    private func codes(_ json: String) -> Set<String> {
        Set(AssociationLint.findings(Array(json.utf8), kind: .assetlinks).map(\.code.rawValue))
    }

    @Test func `a good file has no findings`() {
        #expect(codes(Statement.text()) == [])
        #expect(codes(Statement.text(rules: #"[{"/":"/a","exclude":true},{"/":"*"}]"#)) == [])
    }

    @Test(arguments: [
        ("{ {\"relation\":", ["invalid-json"]), ("{}", ["not-an-array"]), ("[]", ["statements-empty"]),
        ("[7]", ["wrong-type"]), ("[{}]", ["relation-missing", "target-missing"]),
        (#"[{"relation":[],"target":{"namespace":"web","site":"https://a.example"}}]"#, ["relation-empty"]),
        (#"[{"relation":"x","target":{"namespace":"web","site":"https://a.example"}}]"#, ["wrong-type"]),
        (
            #"[{"relation":["handle_all_urls"],"target":{"namespace":"web","site":"https://a.example"}}]"#,
            ["relation-form"]
        ),
        (
            #"[{"relation":["delegate_permission/common.handle_all_url"],"target":{"namespace":"web","site":"https://a.example"}}]"#,
            ["relation-unknown"]
        ),
        (#"[{"relation":["navigate/x"],"target":{}}]"#, ["namespace-missing"]),
        (#"[{"relation":["navigate/x"],"target":{"namespace":"ios_app"}}]"#, ["namespace-unknown"]),
        (#"[{"relation":["navigate/x"],"target":{"namespace":"web"}}]"#, ["site-missing"]),
        (#"[{"relation":["navigate/x"],"target":{"namespace":"web","site":"https://a.example/"}}]"#, ["site-form"]),
        (
            #"[{"relation":["navigate/x"],"target":{"namespace":"android_app"}}]"#,
            ["package-missing", "fingerprints-missing"]
        ),
        (
            #"[{"relations":["navigate/x"],"target":{"namespace":"web","site":"https://a.example"}}]"#,
            ["relation-missing"]
        ),
        (#"[{"relation":["navigate/x"],"target":{"namespace":"web","sites":"https://a.example"}}]"#, ["site-missing"]),
        (
            #"[{"relation":["navigate/x"],"target":{"namespace":"android_app","packagename":"a.b","sha256_cert_fingerprint":[]}}]"#,
            ["package-missing", "fingerprints-missing"]
        ),
        (#"[{"include":"https://a.example/x.json"}]"#, ["include-depth"]),
        (#"[{"include":"http://a.example/x.json"}]"#, ["include-depth", "include-insecure"]),
        (#"[{"include":"a.example/x.json"}]"#, ["include-form"]),
        (#"[{"include":"https://a.example/x.json","target":{}}]"#, ["include-fields"]),
    ])
    func `a misshapen file is named`(json: String, expected: [String]) {
        // Cases 33 and 34.
        #expect(codes(json) == Set(expected), "\(json)")
    }

    @Test(arguments: [
        (#"[{"/":"/a","caseSensitive":false}]"#, "misplaced-key"),
        (#"[{"/":"/a","caseSensitive":true}]"#, "unknown-key"),
        (#"[{"/":"/a","percentEncoded":false}]"#, "unknown-key"), (#"[{"/":"/p/:id"}]"#, "pattern-foreign"),
        (#"[{"/":"/p/{id}"}]"#, "pattern-foreign"), (#"[{"/":"shop.example/p"}]"#, "pattern-foreign"),
    ])
    func `what is of other programs is named in a dynamic rule`(rules: String, code: String) {
        #expect(codes(Statement.text(rules: rules)) == [code])
    }

    @Test func `a relation of extensions has its whole name`() {
        let text = Statement.text(rules: #"[{"/":"/a"}]"#).replacing(
            "\"delegate_permission/common.handle_all_urls\":", with: "\"handle_all_urls\":")
        #expect(codes(text) == ["misspelt-key"])
    }

    @Test func `a statement without its array is taken for one`() {
        // Case 34.
        let statement = Array(Statement.text().dropFirst().dropLast().utf8)
        #expect(AssociationLint.kind(of: statement) == .assetlinks)
        #expect(AssociationLint.kind(of: Array(#"{"applinks":{},"target":1}"#.utf8)) == .aasa)
        #expect(AssociationLint.kind(of: Array("{}".utf8)) == .aasa)
    }

    @Test func `fingerprints outside the target are misplaced`() {
        // Case 34.
        let json =
            #"[{"relation":["delegate_permission/common.handle_all_urls"],"sha256_cert_fingerprints":["x"],"target":{"namespace":"android_app","package_name":"example.shop"}}]"#
        #expect(codes(json) == ["misplaced-key", "fingerprints-missing"])
    }

    private static func octets(_ octet: String, _ count: Int) -> String {
        Array(repeating: octet, count: count).joined(separator: ":")
    }
    static let debug =
        "FA:C6:17:45:DC:09:03:78:6F:B9:ED:E6:2A:96:2B:39:9F:73:48:F0:BB:6F:89:9B:83:32:66:75:91:03:3B:9C"
    static let fingerprints: [(text: String, code: String)] = [
        ("", "fingerprint-form"), ("B A D", "fingerprint-form"),
        (Statement.fingerprint.lowercased(), "fingerprint-lower-case"),
        (String(Statement.fingerprint.prefix(59)), "fingerprint-sha1"),
        (String(Statement.fingerprint.prefix(92)), "fingerprint-form"),
        (octets("00", 32), "fingerprint-sample"), (octets("FF", 32), "fingerprint-sample"),
        (octets("AA:BB:CC:DD", 8), "fingerprint-sample"), (debug, "fingerprint-debug"),
    ]

    @Test(arguments: fingerprints)
    func `a fingerprint that is none, or everybody's, is named`(fingerprint: String, code: String) {
        // Case 40.
        #expect(codes(Statement.text(fingerprints: [fingerprint])) == [code])
    }

    @Test func `what comes twice is named`() {
        let twice = Statement.text(fingerprints: [Statement.fingerprint, Statement.fingerprint])
        #expect(codes(twice) == ["fingerprint-repeated"])
        let rules =
            Statement.text(rules: #"[{"/":"*"}]"#).dropLast() + ","
            + Statement.text(
                fingerprints: [Statement.otherFingerprint], rules: #"[{"/":"*"}]"#
            ).dropFirst()
        #expect(codes(String(rules)) == ["dynamic-repeated"])
    }

    @Test(arguments: [("", "package-form"), ("B A D", "package-form"), ("shop", "package-form")])
    func `a package name that is none is named`(name: String, expected: String) {
        #expect(codes(Statement.text(package: name)) == [expected])
    }

    @Test(arguments: [
        ("[]", ["dynamic-empty"]), ("{}", ["dynamic-malformed"]), (#"[{"/":""}]"#, ["dynamic-malformed"]),
        (#"[{"/":"/a","exclude":true}]"#, ["dynamic-opens-nothing"]),
        (#"[{"path":"/a"}]"#, ["dynamic-malformed"]), (#"[{"/":"/a","path":"/b"}]"#, ["misplaced-key"]),
        (#"[{"/":"*"},{"/":"/a"}]"#, ["unreachable-rule"]),
        (#"[{"/":"/a/*"},{"/":"/a/b?/c"}]"#, ["unreachable-rule"]),
        (#"[{"/":"/*b"},{"/":"/ab"}]"#, ["unreachable-rule"]),
        // A star stops at the first b, so the rule has a URL of its own.
        (#"[{"/":"/*b"},{"/":"/abab"}]"#, []),
        (#"[{"/":"/a","?":{"q":"?*"}},{"/":"/a","?":{"q":"one","r":"*"}}]"#, ["unreachable-rule"]),
        (#"[{"/":"/a/*"},{"/":"/b","exclude":true}]"#, ["redundant-rule"]),
        (#"[{"/":"/a/b"},{"/":"/a/?","exclude":true},{"/":"/a/*"}]"#, []),
        // The exclude keeps the last rule from opening, so it is not to be left out.
        (#"[{"/":"/b"},{"/":"/*","exclude":true},{"/":"/a"}]"#, ["unreachable-rule"]),
        (#"[{"/":"/a"},{"/":"/a"}]"#, ["unreachable-rule"]),
        (#"[{"/":"/a","caseSensitive":false}]"#, ["misplaced-key"]),
        (#"[{"/":"/c/$(digit)"}]"#, ["variable-on-android"]), (#"[{"/":"/caf%C3%A9"}]"#, ["pattern-encoded"]),
        (#"[{"/":"/café"}]"#, []), (#"[{"/":"a"}]"#, ["pattern-slash-missing"]),
        (#"[{"/":"https://h.example/b"}]"#, ["pattern-url"]), (#"[{"/":"/c?x=1"}]"#, ["pattern-query"]),
        (##"[{"/":"/d#y"}]"##, ["pattern-fragment"]), (#"[{"/":"NOT /e"}]"#, ["pattern-not-keyword"]),
        (#"[{"/":"/f//g"}]"#, ["pattern-double-slash"]), (#"[{"/":"/h/../i"}]"#, ["pattern-dot-segment"]),
        (#"[{"/":"/a","?":{"q":"x&y"}}]"#, ["query-item-form"]),
        (#"[{"/":"/a","?":{"q":"$(digit)"}}]"#, ["variable-on-android"]),
    ])
    func `dynamic rules that do not work are named`(rules: String, expected: [String]) {
        #expect(codes(Statement.text(rules: rules)) == Set(expected))
    }

    @Test func `hostile dynamic rules end the comparison, not the patience`() {
        let rules = ["*a*b", "*b*a*c"].map { text in
            #"{"/":"/\#(String(repeating: text, count: 3_000))"}"#
        }
        #expect(codes(Statement.text(rules: "[\(rules.joined(separator: ","))]")) == ["checked-in-part"])
    }

    @Test func `a statement of an app that is not about links is noted`() {
        #expect(codes(Statement.text(relation: "delegate_permission/common.get_login_creds")) == ["opens-no-links"])
        #expect(
            codes(Statement.text(rules: #"[{"/":"*"}]"#, relation: "delegate_permission/common.get_login_creds"))
                == ["opens-no-links", "dynamic-relation"])
    }

    private static let debugKey =
        "FA:C6:17:45:DC:09:03:78:6F:B9:ED:E6:2A:96:2B:39:9F:73:48:F0:BB:6F:89:9B:83:32:66:75:91:03:3B:9C"

    @Test func `samples and debug keys are named beside a fingerprint that voids the statement`() {
        let zeros = Array(repeating: "00", count: 32).joined(separator: ":")
        let lower = Statement.fingerprint.lowercased()
        let codes = { (fingerprints: [String]) in self.codes(Statement.text(fingerprints: fingerprints)) }
        #expect(codes([zeros, lower]) == ["fingerprint-sample", "fingerprint-lower-case"])
        #expect(codes([zeros, "AB:CD"]) == ["fingerprint-sample", "fingerprint-form"])
        #expect(codes([Self.debugKey.lowercased()]) == ["fingerprint-debug", "fingerprint-lower-case"])
        #expect(codes([lower, lower]) == ["fingerprint-repeated", "fingerprint-lower-case"])
    }

    @Test(arguments: [
        "A1:B2:C3:D4:E5:F6:A7:B8:C9:D0:E1:F2:A3:B4:C5:D6:E7:F8:A9:B0:C1:D2:E3:F4:A5:B6:C7:D8:E9:F0:A1:B2",
        "1A:2B:3C:4D:5E:6F:7A:8B:9C:0D:1E:2F:3A:4B:5C:6D:7E:8F:9A:0B:1C:2D:3E:4F:5A:6B:7C:8D:9E:0F:1A:2B",
        "12:34:56:78:9A:BC:DE:F0:12:34:56:78:9A:BC:DE:F0:12:34:56:78:9A:BC:DE:F0:12:34:56:78:9A:BC:DE:F1",
        "E3:B0:C4:42:98:FC:1C:14:9A:FB:F4:C8:99:6F:B9:24:27:AE:41:E4:64:9B:93:4C:A4:95:99:1B:78:52:B8:55",
    ])
    func `a fingerprint that people count out is a sample`(fingerprint: String) {
        // Case 40.
        #expect(codes(Statement.text(fingerprints: [fingerprint])) == ["fingerprint-sample"])
    }

    @Test(arguments: [
        ("no/slash", ""), ("/é%20", ", /%C3%A9%2520 for one"), ("/a b", ", /a%20b for one"),
    ])
    func `the example of a rule that is never reached is a URL`(path: String, example: String) {
        let text = Statement.text(rules: #"[{"/":"*"},{"/":"\#(path)"}]"#)
        let found = AssociationLint.findings(Array(text.utf8), kind: .assetlinks).first { $0.code == .unreachableRule }
        #expect(
            found?.message.hasSuffix("decides all that it matches\(example)") ?? false, "\(found?.message ?? "none")")
    }
}
