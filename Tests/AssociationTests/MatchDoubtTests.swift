import Association
import DeepLinks
import JSONText
import Testing

/// Answers that rest on what no source says of the platform.
@Suite struct MatchDoubtTests {
    private func doubts(_ details: String, _ path: String, more: String = "") throws -> [MatchDoubt] {
        let text = #"{"applinks":{"details":[\#(details)]\#(more)}}"#
        let url = try LinkURL("https://go.acme.example\(path)")
        return AppleDoubts(try AppleDocument(Array(text.utf8))).doubts(url, app: AppleLintTests.app)
    }

    private func doubts(components: String, _ path: String, more: String = "") throws -> [MatchDoubt] {
        try doubts(#"{"appIDs":["\#(AppleLintTests.app)"],"components":\#(components)}"#, path, more: more)
    }

    @Test(arguments: [
        (#"[{"/":"/a/b"}]"#, "/a//b", MatchDoubt.Kind.innerSlashes), (#"[{"/":"/a//b"}]"#, "/a/b", .innerSlashes),
        (#"[{"/":"/a"}]"#, "/a;x=1", .pathParameters), (#"[{"/":"/$(nope)/b"}]"#, "/a/b", .variable),
        (#"[{"/":"/$(nope/b"}]"#, "/c", .variable), (#"[{"/":"/a"}]"#, "/b/../a", .unusualURL),
        (#"[{"/":"/a"}]"#, "/%zz", .unusualURL), (#"[{"/":"/a"}]"#, "/%FF", .unusualURL),
        (#"[{"/":"/a"}]"#, "/é", .unusualURL), (#"[{"/":"/a"}]"#, "/a?q={x}", .unusualURL),
        (#"[{"/":["/a","/b"]}]"#, "/c", .wrongType), (#"[{"/":null}]"#, "/a", .wrongType),
        (#"[{"/":"/a","exclude":"true"}]"#, "/a", .wrongType), (#"[{"/":"/a","exclude":1}]"#, "/a", .wrongType),
        (##"[{"/":"/a","#":7}]"##, "/a", .wrongType), (#"[{"/":"/a","?":7}]"#, "/a", .wrongType),
        (#"[{"/":"/a","caseSensitive":"false"}]"#, "/A", .wrongType),
        (#"[{"/":"/a b","percentEncoded":0}]"#, "/a%20b", .wrongType), (#"["/a"]"#, "/a", .wrongType),
        (#"{"/":"/a"}"#, "/a", .wrongType), (#"[7,{"/":"/a"}]"#, "/a", .wrongType),
        (#"[{"/":"/h","?":{"a":"1"}}]"#, "/h?%61=1", .queryItems),
        (#"[{"/":"/h","?":{"a":"1"},"percentEncoded":false}]"#, "/h?%61=1", .queryItems),
        (#"[{"/":"/h","?":{"b":"2"}}]"#, "/h?a=1&&b=2", .queryItems),
        (#"[{"/":"/h","?":{"a":"x+y"}}]"#, "/h?a=x+y", .queryItems),
        (#"[{"/":"/h","?":{"a":"x y"},"percentEncoded":false}]"#, "/h?a=x+y", .queryItems),
        (#"[{"/":"/h","?":{"a":"1"},"caseSensitive":false}]"#, "/h?A=1", .queryItems),
        (#"[{"/":"/a/*/"}]"#, "/a", .trailingStar), (#"[{"/":"/a/**"}]"#, "/a", .trailingStar),
        (#"[{"/":"/a","percentEncoded":false}]"#, "/a%2F", .escapedSlash),
        (#"[{"/":"*/f"}]"#, "/f", .leadingStar), (#"[{"/":"*?"}]"#, "/", .leadingStar),
        (#"[{"/":"/É","percentEncoded":false,"caseSensitive":false}]"#, "/%C3%A9", .letterCase),
    ])
    func `an answer of Apple's that rests on what is not known says so`(
        components: String, path: String, kind: MatchDoubt.Kind
    ) throws {
        #expect(try doubts(components: components, path).map(\.kind) == [kind])
    }

    @Test func `a name that is predefined and the file's own may be either`() throws {
        let own = #","substitutionVariables":{"lang":["qq"]}"#
        let components = #"[{"/":"/$(lang)/b"}]"#
        for path in ["/de/b", "/qq/b"] {
            #expect(try doubts(components: components, path, more: own).map(\.kind) == [.variable], "\(path)")
        }
        #expect(try doubts(components: components, "/de/c", more: own) == [])
        #expect(try doubts(components: components, "/de/b") == [])
    }

    @Test(arguments: [#"{"v":[]}"#, #"{"v":["$(digit)"]}"#])
    func `a variable without values, or of other variables, may be anything`(variables: String) throws {
        let own = #","substitutionVariables":\#(variables)"#
        #expect(try doubts(components: #"[{"/":"/$(v)/b"}]"#, "/1/b", more: own).map(\.kind) == [.variable])
        #expect(try doubts(components: #"[{"/":"/$(v)/b"}]"#, "/1/c", more: own) == [])
    }

    @Test func `an entry without rules may open all, where no earlier one decides`() throws {
        let bare = #"{"appIDs":["\#(AppleLintTests.app)"]}"#
        let rules = #"{"appIDs":["\#(AppleLintTests.app)"],"components":[{"/":"/a","exclude":true}]}"#
        let found = try doubts(bare, "/a")
        #expect(found.map(\.kind) == [.entryWithoutRules])
        #expect(found.first?.path?.pointer == "/applinks/details/0")
        #expect(try doubts("\(rules),\(bare)", "/a") == [])
        #expect(try doubts("\(rules),\(bare)", "/b").map(\.kind) == [.entryWithoutRules])
    }

    @Test(arguments: [
        (#"[{"/":"/a/*"}]"#, "/a/b/"), (#"[{"/":"/*"}]"#, "/a//b"), (#"[{"/":"/a","?":{"q":"*"}}]"#, "/a"),
        (#"[{"/":"/a"}]"#, "/%C3%A9?q=a+b&&c#x"), (#"[{"/":"/$(nope)/b"}]"#, "/c"), (#"[{"/":"/*"}]"#, "/a;b"),
        (#"[{"/":"/a","exclude":"true"}]"#, "/b"), (#"[{"/":"/a"},{"/":"/b","exclude":"true"}]"#, "/a"),
        (#"[{"/":"/a"},7]"#, "/a"), (#"[{"/":"/a","comment":7}]"#, "/a"), (#"[{"/":"/a","?":{"q":true}}]"#, "/a"),
        (#"[{"/":"/h","?":{"a":"1"}}]"#, "/h?a=1&b=+"), (#"[{"/":"/h","?":{"a":"?*"}}]"#, "/h?a=x+y"),
        (#"[{"/":"/h","?":{"b":"*"}}]"#, "/h?a=1&&b=2"), (#"[{"/":"/a/*"}]"#, "/a"), (#"[{"/":"/a/**"}]"#, "/a/b"),
        (#"[{"/":"/É","percentEncoded":false,"caseSensitive":false}]"#, "/%C3%89"),
        (#"[{"/":"/a*","percentEncoded":false}]"#, "/a%2F"),
    ])
    func `an answer of Apple's that is known is certain`(components: String, path: String) throws {
        #expect(try doubts(components: components, path) == [])
    }

    @Test(arguments: [
        ("/a/*", "/a", true), ("/a", "/a/", true), ("a", "/a", true), ("/a/*", "/a/b", false), ("/a", "/a", false),
        ("NOT /a/*", "/a", false),
    ])
    func `paths are certain where slashes stand as they do in the URL`(pattern: String, path: String, isDoubtful: Bool)
        throws
    {
        let entry = #"{"appID":"\#(AppleLintTests.app)","paths":["\#(pattern)"]}"#
        #expect(try doubts(entry, path).map(\.kind) == (isDoubtful ? [.pathsSlashes] : []))
    }

    @Test func `paths beside components may count`() throws {
        let entry = #"{"appID":"\#(AppleLintTests.app)","components":[{"/":"/a"}],"paths":["/b"]}"#
        #expect(try doubts(entry, "/a") == [])
        #expect(try doubts(entry, "/b").map(\.kind) == [.pathsBesideComponents])
        #expect(try doubts(entry, "/c") == [])
    }

    @Test func `what is of a wrong type outside rules counts where it stands ahead of the decision`() throws {
        let app = AppleLintTests.app
        let good = #"{"appIDs":["\#(app)"],"components":[{"/":"/a"}]}"#
        let other = #"{"appIDs":["7Q2MX9RK4T.example.other"],"components":7}"#
        for (details, path) in [
            (#"{"appIDs":"\#(app)","components":[{"/":"/a"}]}"#, "/applinks/details/0/appIDs"),
            (#"{"appID":7,"components":[{"/":"/a"}]}"#, "/applinks/details/0/appID"),
            (#"{"appID":"\#(app)","paths":"/a"}"#, "/applinks/details/0/paths"), ("7,\(good)", "/applinks/details/0"),
        ] {
            let found = try doubts(details, "/a")
            #expect(found.map(\.kind) == [.wrongType], "\(details)")
            #expect(found.first?.path?.pointer == path)
        }
        for details in ["\(good),7", "\(other),\(good)", "\(good),\(other)"] {
            #expect(try doubts(details, "/a") == [], "\(details)")
        }
        #expect(try doubts(good, "/a", more: #","defaults":7"#).map(\.kind) == [.wrongType])
        #expect(try doubts(good, "/a", more: #","apps":7,"substitutionVariables":[]"#) == [])
    }

    // MARK: - Android

    private static let package = "example.shop"

    private func doubts(statements: String, _ path: String) throws -> [MatchDoubt] {
        let url = try LinkURL("https://go.acme.example\(path)")
        return AndroidDoubts(try AndroidDocument(Array(statements.utf8))).doubts(
            url, package: try #require(PackageName(Self.package)),
            fingerprint: try #require(CertificateFingerprint(Statement.fingerprint)))
    }

    @Test(arguments: [
        (#"[{"/":"/a*b"}]"#, "/abb", MatchDoubt.Kind.wildcard), (#"[{"/":"/*-y"}]"#, "/a-b-y", .wildcard),
        (#"[{"/":"/a","?":{"q":"*"}}]"#, "/a", .absentItem), (#"[{"/":"/a","?":{"q":"*"}}]"#, "/a?r=1", .absentItem),
        (#"[{"/":"/a","Exclude":true}]"#, "/b", .unknownKey),
        (#"[{"/":"/a","caseSensitive":false}]"#, "/A", .unknownKey),
    ])
    func `an answer of Android's that rests on what is not known says so`(
        rules: String, path: String, kind: MatchDoubt.Kind
    ) throws {
        #expect(try doubts(statements: Statement.text(package: Self.package, rules: rules), path).map(\.kind) == [kind])
    }

    @Test(arguments: [
        (#"[{"/":"/a/*"}]"#, "/a/b"), (#"[{"/":"/a*b"}]"#, "/ab"), (#"[{"/":"/a","?":{"q":"?*"}}]"#, "/a"),
        (#"[{"/":"/a","?":{"q":"1"}}]"#, "/a?q=2&q=1"), (#"[{"/":"/a","caseSensitive":false}]"#, "/a"),
    ])
    func `an answer of Android's that is known is certain`(rules: String, path: String) throws {
        #expect(try doubts(statements: Statement.text(package: Self.package, rules: rules), path) == [])
    }

    @Test func `of several lists of rules any may count`() throws {
        let one = Statement.text(package: Self.package, rules: #"[{"/":"/a"}]"#)
        let other = Statement.text(package: Self.package, rules: #"[{"/":"/b"}]"#)
        let both = "\(one.dropLast()),\(other.dropFirst())"
        for path in ["/a", "/b"] {
            #expect(try doubts(statements: both, path).map(\.kind) == [.severalRuleLists], "\(path)")
        }
        #expect(try doubts(statements: both, "/c") == [])
    }

    @Test func `a fingerprint in lower case may count`() throws {
        let lower = Statement.text(package: Self.package, fingerprints: [Statement.fingerprint.lowercased()])
        let found = try doubts(statements: lower, "/a")
        #expect(found.map(\.kind) == [.lowerCaseFingerprint])
        #expect(found.first?.path?.pointer == "/0")
        let other = Statement.text(package: Self.package, fingerprints: [Statement.otherFingerprint.lowercased()])
        #expect(try doubts(statements: other, "/a") == [])
    }
}
