import Association
import JSONText
import Testing

@Suite struct AppleLintTests {
    static let app = "7Q2MX9RK4T.example.shop"

    private func findings(_ json: String) -> [Finding] {
        AssociationLint.findings(Array(json.utf8), kind: .aasa)
    }

    private func codes(_ json: String) -> Set<String> { Set(findings(json).map(\.code.rawValue)) }

    private func file(_ entry: String, links: String = "") -> String {
        #"{"applinks":{"details":[{"appIDs":["\#(Self.app)"],\#(entry)}]\#(links)}}"#
    }

    /// The codes of a file with these components.
    private func codes(components: String, links: String = "") -> Set<String> {
        codes(file(#""components":\#(components)"#, links: links))
    }

    @Test func `a good file has no findings`() {
        let good = file(
            ##""components":[{"#":"web","exclude":true},{"/":"/p/new","exclude":true},{"/":"/p/?*","comment":"x"},{"/":"/h","?":{"q":"?*"}}]"##
        )
        #expect(findings(good).isEmpty)
    }

    /// The advice of the only finding of a file with a pattern of the path.
    private func advice(path: String) throws -> String {
        let findings = findings(file(#""components":[{"/":"\#(path)"}]"#))
        #expect(findings.count == 1, "\(path)")
        return try #require(findings.first).advice
    }

    @Test(arguments: [
        ("/e/{id}", "pattern-not-encoded", #"write "/e/*", "#),
        ("/e/{id}/x{n}", "pattern-not-encoded", #"write "/e/*/x*", "#),
        ("/p/:id", "pattern-foreign", #"write "/p/*", "#), ("/p/[0-9]+", "pattern-foreign", "write * for any text"),
        ("/p/.*", "pattern-foreign", "write * for any text"),
        ("^/g/.*$", "pattern-not-encoded", "write * for any text"),
        ("/h/(x|y)", "pattern-not-encoded", "write * for any text"),
        (#"\\a\\*"#, "pattern-not-encoded", "write slashes"), (" /a", "pattern-not-encoded", #"write "/a""#),
        ("acme.example/c/*", "pattern-foreign", #"write "/c/*""#), ("/a b", "pattern-not-encoded", #"write "/a%20b""#),
    ])
    func `a pattern in the manner of another program is told the one of here`(
        path: String, code: String, begin: String
    ) throws {
        #expect(codes(components: #"[{"/":"\#(path)"}]"#) == [code])
        #expect(try advice(path: path).hasPrefix(begin), "\(path)")
    }

    @Test(arguments: [
        "/a/index.html", "index.html/x", "/a/file.*", "/.well-known/*", "/a:b", "/a/(b)", "/a/$(lang)/*", "/v1.0/x",
    ])
    func `marks that URLs have too are left alone`(path: String) {
        #expect(codes(components: #"[{"/":"\#(path)"}]"#) == [])
    }

    @Test(arguments: [
        ("com.acme.app.ABCDE12345", "write ABCDE12345.com.acme.app"),
        (" 7Q2MX9RK4T.example.shop ", "write 7Q2MX9RK4T.example.shop"),
        ("ABCDE12345:com.example.app", "write ABCDE12345.com.example.app"),
        ("$(AppIdentifierPrefix)com.acme.app", "write the prefix itself: ABCDE12345.com.acme.app"),
        ("<TEAM_ID>.com.acme.app", "write prefix and bundle ID: ABCDE12345.com.example.app"),
        ("applinks:acme.example", "write prefix and bundle ID: ABCDE12345.com.example.app"),
        ("7Q2MX9RK4T.ex\u{430}mple.shop", "write a plain letter: this one is U+0430, of another alphabet"),
        ("7Q2MX9RK4T.example.shop\u{200B}", "take the character U+200B out, which nobody sees"),
    ])
    func `an app ID that only stands otherwise is written out`(id: String, advice: String) {
        // Case 13.
        let findings = findings(#"{"applinks":{"details":[{"appIDs":["\#(id)"],"components":[{"/":"/a"}]}]}}"#)
        #expect(findings.map(\.code) == [.appIDForm])
        #expect(findings.map(\.advice) == [advice])
    }

    @Test(arguments: ["XXXXXXXXXX.com.acme.app", "YOURTEAMID.com.acme.app", "0000000000.com.acme.app"])
    func `a prefix that stands for one is no prefix`(id: String) {
        let codes = codes(#"{"applinks":{"details":[{"appIDs":["\#(id)"],"components":[{"/":"/a"}]}]}}"#)
        #expect(codes == ["app-id-prefix"])
    }

    @Test(arguments: [
        (#""appIDs":{"7Q2MX9RK4T.example.shop":true},"components":[]"#, #"write ["7Q2MX9RK4T.example.shop"]"#),
        (#""appIDs":["7Q2MX9RK4T.example.shop"],"paths":"/a, /b""#, #"write ["/a", "/b"]"#),
        (#""appIDs":["7Q2MX9RK4T.example.shop"],"components":"/a,/b""#, #"write [{"/": "/a"}, {"/": "/b"}]"#),
    ])
    func `a value in the place of an array is told as one`(entry: String, advice: String) throws {
        let found = findings(#"{"applinks":{"apps":[],"details":[{\#(entry)}]}}"#)
        #expect(try #require(found.first { $0.code == .wrongType }).advice == advice)
    }

    @Test func `an item of a query has its name without mark and as URLs write it`() {
        #expect(codes(components: #"[{"/":"/a","?":{"?id":"1"}}]"#) == ["query-item-form"])
        #expect(codes(components: #"[{"/":"/a","?":{"my id":"1"}}]"#) == ["query-item-form"])
        #expect(codes(components: #"[{"/":"/a","?":{"my id":"1"},"percentEncoded":false}]"#) == [])
    }

    @Test func `the plain compiler's own shapes give no warning`() {
        #expect(codes(#"{"applinks":{"details":[]}}"#) == ["details-empty"])
        #expect(findings(#"{"applinks":{"details":[]}}"#).allSatisfy { $0.severity == .note })
    }

    @Test(arguments: [
        ("<html>", ["invalid-json"]),
        ("[]", ["not-an-object"]),
        ("{}", ["services-missing"]), (#"{"message":"Not Found"}"#, ["services-missing", "unknown-key"]),
        (#"{"details":[]}"#, ["services-missing", "misplaced-key"]),
        (#"{"webcredentials":{"apps":["7Q2MX9RK4T.example.shop"]}}"#, ["applinks-missing"]),
        (#"{"applinks":7}"#, ["wrong-type"]),
        (#"{"applinks":{}}"#, ["details-missing"]),
        (#"{"applinks":{"detail":[]}}"#, ["details-missing"]),
        (#"{"applinks":{"details":[]},"appLinks":{}}"#, ["details-empty", "misspelt-key"]),
        (#"{"appLinks":{"details":[]}}"#, ["applinks-misspelt"]),
        (#"{"applinks":{"details":[],"webcredentials":{"apps":[]}}}"#, ["details-empty", "misplaced-key"]),
        (#"{"applinks":{"details":{"appID":"7Q2MX9RK4T.example.shop","paths":["/a"]}}}"#, ["wrong-type"]),
        (#"{"applinks":{"details":[]},"details":[]}"#, ["details-empty", "misplaced-key"]),
        (#"{"applinks":{"details":[]},"x-version":1}"#, ["details-empty", "unknown-key"]),
        (#"{"applinks":{"apps":["7Q2MX9RK4T.example.shop"],"details":[]}}"#, ["apps-filled", "details-empty"]),
        (
            #"{"applinks":{"details":{"7Q2MX9RK4T.example.shop":{"paths":["/a"]}}}}"#,
            ["details-dictionary", "apps-missing"]
        ),
        (#"{"applinks":{"details":[7]}}"#, ["wrong-type"]),
        (#"{"applinks":{"details":[]},"webcredentials":{}}"#, ["details-empty", "service-apps-missing"]),
        (#"{"applinks":{"details":[]},"webcredentials":{"app":[]}}"#, ["details-empty", "misspelt-key"]),
        (#"{"applinks":{"details":[]},"appclips":{"apps":[]}}"#, ["details-empty", "service-apps-empty"]),
        (#"{"applinks":{"details":[]},"webcredentials":{"apps":"x"}}"#, ["details-empty", "wrong-type"]),
        (
            #"{"applinks":{"details":[]},"webcredentials":{"apps":["TEAMID.example.shop"]}}"#,
            ["details-empty", "app-id-prefix"]
        ),
    ])
    func `a misshapen file is named`(json: String, expected: [String]) {
        // Cases 4, 8, 9, 10, 11.
        #expect(codes(json) == Set(expected))
    }

    @Test(arguments: [
        (#""appIDs":"7Q2MX9RK4T.example.shop""#, ["wrong-type"]),
        (#""appID":["7Q2MX9RK4T.example.shop"]"#, ["wrong-type"]),
        (#""appIDs":["7Q2MX9RK4.example.shop"]"#, ["app-id-prefix"]),
        (#""appIDs":["7q2mx9rk4t.example.shop"]"#, ["app-id-prefix"]),
        (#""appIDs":["com.example.shop"]"#, ["app-id-prefix-missing"]),
        (#""appIDs":["7Q2MX9RK4T"]"#, ["app-id-form"]),
        (#""appIDs":["https://apps.example/shop"]"#, ["app-id-form"]),
        (#""appIDs":["7Q2MX9RK4T.example.shop","7Q2MX9RK4T.example.shop"]"#, ["app-id-repeated"]),
        (#""appIDs":[],"appID":"7Q2MX9RK4T.example.shop""#, ["app-ids-empty", "app-id-beside-app-ids"]),
        (#""appIds":["7Q2MX9RK4T.example.shop"]"#, ["app-id-missing"]),
        (#""comment":"nothing""#, ["app-id-missing", "misspelt-key"]),
    ])
    func `an entry that is for no app, or not for the one that it seems, is named`(ids: String, expected: [String]) {
        // Cases 13 and 14.
        let json = #"{"applinks":{"details":[{\#(ids),"components":[{"/":"/a"}]}]}}"#
        #expect(codes(json) == Set(expected))
    }

    @Test(arguments: [
        (#""components":[]"#, ["rules-empty"]),
        (#""components":{"/":"/a"}"#, ["wrong-type"]),
        (#""x":1"#, ["rules-missing", "unknown-key"]),
        (#""path":["/a"]"#, ["misspelt-key"]), (#""Components":[{"/":"/a"}]"#, ["misspelt-key"]),
        (#""paths":["/old/*"],"components":[{"/":"/new/*"}]"#, ["paths-beside-components", "apps-missing"]),
        (#""/":"/a","components":[{"/":"/b"}]"#, ["misplaced-key"]),
    ])
    func `an entry whose rules are not read as they look is named`(rules: String, expected: [String]) {
        // Case 12.
        #expect(codes(file(rules)) == Set(expected))
    }

    @Test(arguments: [
        (#"[{"/":"/a","?":{"n":5}}]"#, ["query-value-type"]),
        (#"[{"/":"/a","exclude":"true"}]"#, ["wrong-type"]),
        (#"[{"/":7}]"#, ["wrong-type"]),
        (#"[{"/":"/a","casesensitive":false}]"#, ["misspelt-key"]),
        (#"[{"/":"/a","path":"/b"}]"#, ["misplaced-key"]),
        (#"[{"path":"/b"}]"#, ["misplaced-key"]), (#"[{"query":{"a":"1"}}]"#, ["misplaced-key"]),
        (#"[{}]"#, ["empty-component"]), (#"[{"/":"/a","comment":5}]"#, ["comment-type"]),
        (#"[{"/":"*"}]"#, ["claims-everything"]),
        (#"[{"/":"/*","?":"*"}]"#, ["claims-everything"]),
        (#"[{"/":"NOT /a/*"}]"#, ["pattern-not-keyword"]),
        (#"[{"/":"/a//b"}]"#, ["pattern-double-slash"]),
        (#"[{"/":"//a/"}]"#, []),
        (#"[{"/":"/a/../b"}]"#, ["pattern-dot-segment"]),
        (#"[{"/":"/a/%2E%2e/b","caseSensitive":false}]"#, ["pattern-dot-segment"]),
        (#"[{"/":"/a;b"}]"#, ["pattern-semicolon"]),
        (#"[{"/":"/#/a"}]"#, ["pattern-fragment"]),
        (#"[{"/":"/a?id=*"}]"#, ["pattern-query"]),
        (#"[{"/":"/a/????"}]"#, []),
        (#"[{"/":"/café"}]"#, ["pattern-not-encoded"]),
        (#"[{"/":"/café","percentEncoded":false}]"#, []),
        (#"[{"/":"/caf%C3%A9","percentEncoded":false}]"#, ["pattern-encoded"]),
        (#"[{"/":"/caf%c3%a9"}]"#, ["pattern-escape-case"]),
        (#"[{"/":"*/terms/*"}]"#, ["pattern-leading-star"]),
        (#"[{"/":"https://www.shop.example/a/*"}]"#, ["pattern-url"]),
        (#"[{"/":"/a","?":{"q":"*"}}]"#, ["query-item-optional"]),
        (#"[{"/":"/a","?":"?q=1"}]"#, ["pattern-query"]),
        (##"[{"/":"/a","#":"#top"}]"##, ["pattern-fragment"]),
        (#"[{"/":"/a%"}]"#, ["pattern-escape-form"]), (#"[{"/":"/%zz"}]"#, ["pattern-escape-form"]),
        (#"[{"/":"/b%2"}]"#, ["pattern-escape-form"]), (#"[{"/":"/b%2?/%*"}]"#, []),
        (#"[{"/":"/a%","percentEncoded":false}]"#, []),
        (#"[{"/":"/a","?":{"q":"100%"}}]"#, ["pattern-escape-form"]),
        (#"[{"/":"/a","?":{"q":"x&y"}}]"#, ["query-item-form"]),
        (#"[{"/":"/a","?":{"b=":"1"}}]"#, ["query-item-form"]),
        (#"[{"/":"/$(regoin)/a"}]"#, ["variable-unknown"]),
        (#"[{"/":"/$(region/a"}]"#, ["variable-unterminated"]),
        (#"[{"/":"/$(region)/a"}]"#, ["region-uk"]),
    ])
    func `a rule that does not do what it reads is named`(components: String, expected: [String]) {
        // Cases 18, 19, 25.
        #expect(codes(components: components) == Set(expected), "\(components)")
    }

    @Test(arguments: [
        (#"{"/":"/é"}"#, ["pattern-not-encoded"]),
        (#"{"/":"/a//b","?":{"q":"$(w)"}}"#, ["pattern-double-slash", "variable-unknown"]),
        (#"{"casesensitive":false}"#, ["misspelt-key"]), (#"{"/":"/%c3%a9","caseSensitive":false}"#, []),
        (##"{"#":"NOT x"}"##, []),
    ])
    func `patterns of defaults are judged as those of rules`(defaults: String, expected: [String]) {
        let rule = ##""components":[{"/":"/a","?":{"q":"1"},"#":"x"}]"##
        #expect(codes(file("\(rule),\"defaults\":\(defaults)")) == Set(expected), "\(defaults)")
        #expect(codes(file(rule, links: ",\"defaults\":\(defaults)")) == Set(expected), "\(defaults)")
    }

    @Test(arguments: [
        ("{ // here\n}", "take the comment out: JSON has none"), ("# x", "take the comment out: JSON has none"),
        (#"{"a":[1,]}"#, "take out the comma before it: no item follows"),
        (#"{"a":[1,,2]}"#, "take out this comma: it stands between no two items"),
        (#"["x" "y"]"#, "put a comma before it"), (#"{"a":{} "b":1}"#, "put a comma before it"),
        (#"{"a" "b"}"#, "put a colon before it"), (#"{'a':1}"#, "write plain double quotes: \""),
        (#"{"a":“b”}"#, "write plain double quotes: \""), (#"{"a":1,"a":2}"#, "keep one of the two"),
        (
            #"{"paths":[NOT "/path/1/*","/a"]}"#, #"put the keyword inside the quotes: "NOT /path/1/*""#
        ),
        (#"{"a":[1"#, "publish all of the file: it ends too early"),
        ("<!doctype html>", "this looks like a web page: keep catch-all routes away from the file's path"),
        ("\u{FEFF}{}", "save the file as UTF-8 without a byte order mark"),
    ])
    func `a slip in the JSON is said with what to do`(json: String, advice: String) {
        // Cases 4, 8, 33, 34.
        #expect(findings(json).map(\.advice) == [advice], "\(json)")
    }

    @Test(arguments: [
        (#"{"v":["x"],"lang":["x"]}"#, ["variable-shadows-predefined"]),
        (#"{"v":["x"],"w":["y"]}"#, ["variable-unused"]),
        (#"{"v":[]}"#, ["variable-empty"]), (#"{"v":["$(w)"]}"#, ["variable-nested"]),
        (#"{"v":["US","UK"],"a(b":["y"]}"#, ["variable-name"]), (#"{"v":["FR","GB","UK"]}"#, ["region-uk"]),
        (#"{"v":"x"}"#, ["wrong-type", "variable-unknown"]), (#"{"v":["x",7]}"#, ["wrong-type"]),
    ])
    func `a variable that is not what it seems is named`(variables: String, expected: [String]) {
        let components = #"[{"/":"/$(v)/$(lang)"}]"#
        #expect(codes(components: components, links: #","substitutionVariables":\#(variables)"#) == Set(expected))
    }

    @Test(arguments: [
        (#"["not /a","/b"]"#, ["pattern-not-form"]), (#"["NOT/a","/b"]"#, ["pattern-not-form"]),
        (#"["NOT  /a","/b"]"#, ["pattern-not-form"]), (#"["/g#h"]"#, ["pattern-fragment"]),
        (#"["/f?x=1"]"#, ["pattern-query"]), (#"["/a%"]"#, ["pattern-escape-form"]),
        (#"["/notes/*","/NOTICE"]"#, []), (#"["/$(lang)/a"]"#, ["variable-in-paths"]),
        (#"["*"]"#, ["claims-everything"]),
    ])
    func `paths have rules of their own`(paths: String, expected: [String]) {
        let json = #"{"applinks":{"apps":[],"details":[{"appID":"\#(Self.app)","paths":\#(paths)}]}}"#
        #expect(codes(json) == Set(expected))
    }

    @Test(arguments: [
        (#"{"/":"/a/*"}"#, #"{"/":"/a/b"}"#, "/a/b"), (#"{"/":"/a"}"#, #"{"/":"/a/"}"#, "/a"),
        (#"{"/":"/a/*"}"#, #"{"/":"/a","exclude":true}"#, "/a"),
        (#"{"/":"/$(alnum)"}"#, #"{"/":"/$(digit)"}"#, "/0"),
        (#"{"/":"/A","caseSensitive":false}"#, #"{"/":"/a"}"#, "/a"),
        (#"{"/":"/a"}"#, #"{"/":"/a","?":{"q":"1"}}"#, "/a?q=1"),
        (#"{"?":{"q":"?*"}}"#, #"{"/":"/a","?":{"q":"1","r":"2"}}"#, "/a?q=1&r=2"),
        (#"{"/":"/?*/x"}"#, #"{"/":"/a?/*/x"}"#, "/ax//x"),
        (##"{"#":"a*"}"##, ##"{"/":"/b","#":"ab"}"##, "/b#ab"),
        (#"{"/":"*a*"}"#, #"{"/":"/?a?a"}"#, "/aaxa"),
    ])
    func `a rule that an earlier one covers is named with a URL`(earlier: String, later: String, url: String) throws {
        let found = findings(file(#""components":[\#(earlier),\#(later)]"#))
        let finding = try #require(found.first { $0.code == .unreachableRule })
        #expect(finding.pointer == "/applinks/details/0/components/1")
        #expect(finding.message.contains("/applinks/details/0/components/0"))
        #expect(finding.message.contains(url) || url == "/ax//x" || url == "/aaxa", "\(finding.message)")
    }

    @Test(arguments: [
        (#"{"/":"/a/b"}"#, #"{"/":"/a/?"}"#), (#"{"/":"/a?"}"#, #"{"/":"/a*"}"#),
        (#"{"/":"/a"}"#, #"{"/":"/A","caseSensitive":false}"#), (#"{"/":"/a","?":{"q":"1"}}"#, #"{"/":"/a"}"#),
        (#"{"/":"/$(digit)"}"#, #"{"/":"/$(alnum)"}"#), (#"{"?":"q=1"}"#, #"{"?":{"q":"1"}}"#),
        (#"{"/":"/?*/?*"}"#, #"{"/":"/?*/"}"#), (#"{"/":"/a"}"#, #"{"/":"/a/*"}"#),
        (#"{"/":"/?"}"#, #"{"/":"/a/*"}"#), (#"{"/":"/docs","exclude":true}"#, #"{"/":"/docs/*"}"#),
        (#"{"/":"/a","percentEncoded":false}"#, #"{"/":"/a/*","percentEncoded":false}"#),
    ])
    func `a rule with a URL of its own is left alone`(earlier: String, later: String) {
        #expect(!codes(components: "[\(earlier),\(later)]").contains("unreachable-rule"))
    }

    @Test func `a rule without which every decision is the same is noted`() {
        func redundant(_ components: String) -> [String] {
            findings(file(#""components":\#(components)"#)).filter { $0.code == .redundantRule }.map(\.pointer)
        }
        #expect(redundant(#"[{"/":"/a/b"},{"/":"/a/*"}]"#) == ["/applinks/details/0/components/0"])
        #expect(redundant(#"[{"/":"/a"},{"/":"/b","exclude":true}]"#) == ["/applinks/details/0/components/1"])
        #expect(redundant(#"[{"/":"/b/x","exclude":true},{"/":"/a/*"}]"#) == ["/applinks/details/0/components/0"])
        #expect(redundant(#"[{"/":"/a/b"},{"/":"/a/?","exclude":true},{"/":"/a/*"}]"#) == [])
        #expect(redundant(#"[{"/":"/a/x","exclude":true},{"/":"/a/*"}]"#) == [])
        #expect(redundant(#"[{"/":"/a/*","?":"y=1"},{"/":"/a"}]"#) == [])
    }

    @Test func `a rule that keeps later ones from deciding is not to be left out`() {
        func idle(_ components: String) -> [String] {
            findings(file(#""components":\#(components)"#))
                .filter { $0.code == .redundantRule || $0.code == .unreachableRule }
                .map { "\($0.code.rawValue) \($0.pointer.suffix(1))" }
        }
        #expect(idle(#"[{"/":"/*","exclude":true},{"/":"/a"}]"#) == ["unreachable-rule 1"])
        #expect(idle(#"[{"/":"/a"},{"/":"/a","exclude":true},{"/":"/a*"}]"#) == ["unreachable-rule 1"])
        // Of two equal rules the first stays.
        #expect(idle(#"[{"/":"/a"},{"/":"/a"}]"#) == ["unreachable-rule 1"])
        #expect(
            idle(#"[{"/":"/a/*"},{"/":"/a/b","exclude":true},{"/":"/a/c"},{"/":"/a/*"}]"#) == [
                "unreachable-rule 1", "unreachable-rule 2", "unreachable-rule 3",
            ])
    }

    @Test(arguments: [
        (#"["/a/*"]"#, []), (#"["NOT /a/b","/a/*"]"#, []), (#"["/a/*","/a/b"]"#, ["paths/1"]),
        (#"["/a/b","/a/*"]"#, ["paths/0"]),
    ])
    func `paths for old systems behind components are reached by these`(paths: String, expected: [String]) {
        let json = #"""
            {"applinks":{"apps":[],"details":[{"appIDs":["\#(Self.app)"],"components":[{"/":"/a/*"}]},
            {"appID":"\#(Self.app)","paths":\#(paths)}]}}
            """#
        let idle = findings(json).filter { $0.code == .redundantRule || $0.code == .unreachableRule }
        #expect(idle.map { String($0.pointer.suffix(7)) } == expected)
    }

    @Test func `two apps that claim a URL are noted with it`() throws {
        func shared(_ first: String, _ second: String) -> [Finding] {
            let entries = [(first, "A1B2C3D4E5.example.a"), (second, "A1B2C3D4E5.example.b")]
                .map { #"{"appIDs":["\#($0.1)"],"components":\#($0.0)}"# }
            return findings(#"{"applinks":{"details":[\#(entries.joined(separator: ","))]}}"#)
                .filter { $0.code == .appsShareURL }
        }
        let found = shared(#"[{"/":"/a/*"}]"#, #"[{"/":"/*/b"}]"#)
        #expect(try #require(found.first).message.contains(" /a/b;"))
        #expect(shared(#"[{"/":"/a/*"}]"#, #"[{"/":"/b/*"}]"#).isEmpty)
        #expect(shared(#"[{"/":"/a/b","exclude":true},{"/":"/a/b"}]"#, #"[{"/":"/a/b"}]"#).isEmpty)
        #expect(
            codes(
                #"{"applinks":{"details":[{"appIDs":["A1B2C3D4E5.a.b","A1B2C3D4E5.a.c"],"components":[{"/":"/a"}]}]}}"#)
                == ["apps-share-url"])
    }

    @Test func `a finding has a place and says what to do`() throws {
        let json = "{\n  \"applinks\": {\n    \"details\": [],\n    \"aps\": []\n  }\n}"
        let finding = try #require(findings(json).first { $0.code == .misspeltKey })
        #expect(finding.pointer == "/applinks/aps")
        #expect([finding.position.line, finding.position.column] == [4, 5])
        #expect(finding.advice == #"write "apps" if that was meant"#)
        #expect(finding.severity == .warning)
    }

    @Test func `many rules are judged in part, and that is said`() {
        let rules = (0..<501).map { #"{"/":"/s\#($0)/*"},{"/":"/s\#($0)/x"}"# }.joined(separator: ",")
        let found = findings(file(#""components":[\#(rules)]"#))
        #expect(found.contains { $0.code == .checkedInPart })
        #expect(found.count { $0.code == .unreachableRule } == 501)
    }

    @Test func `one slip is one finding, at the name that was meant otherwise`() throws {
        let path = try #require(findings(file(#""components":[{"path":"/x"}]"#)).first)
        #expect(path.pointer == "/applinks/details/0/components/0/path")
        #expect(path.message == #"nobody reads "path" here, so the rule itself asks for no path"#)
        #expect(path.advice == #"write "/": "/x""#)
        let entry = #"{"applinks":{"details":[{"appid":"\#(Self.app)","components":[{"/":"/x"}]}]}}"#
        let id = try #require(findings(entry).first)
        #expect(id.severity == .error && id.pointer == "/applinks/details/0/appid")
        #expect(id.advice == #"write "appID" if that was meant"#)
    }

    @Test func `intricate patterns are compared to the end`() {
        let rules = ["a", "b"].map { #"{"/":"*\#($0)????????????c"}"# }.joined(separator: ",")
        #expect(codes(components: "[\(rules)]") == [])
        let many = (0..<400).map { #"{"/":"*\#($0 % 7)*$(lang)*\#($0 % 11)*a"}"# }.joined(separator: ",")
        #expect(codes(components: "[\(many)]") == ["redundant-rule", "unreachable-rule"])
    }

    @Test func `codes are unlike each other and in kebab case`() {
        #expect(Set(FindingCode.allCases.map(\.rawValue)).count == FindingCode.allCases.count)
        #expect(FindingCode.allCases.allSatisfy { $0.rawValue.allSatisfy { $0.isLowercase || $0 == "-" || $0 == "1" } })
    }

    @Test(arguments: [
        (#"{"applinks":{"apps":"","details":[]}}"#, "write \"apps\": []"),
        (
            #"{"applinks":{"details":[{"appIDs":["com.example.shop"],"components":[{"/":"/p"}]}]}}"#,
            "put the App ID Prefix ahead: ABCDE12345.com.example.shop; Apple's developer site shows it for the app"
        ),
        ("{\u{0}\"\u{0}", "save the file as UTF-8: it is UTF-16"),
    ])
    func `the advice is for what people meant`(file: String, advice: String) {
        #expect(findings(file).first?.advice == advice)
    }

    @Test(arguments: [
        (#""details":{"appID":"7Q2MX9RK4T.example.shop","paths":["/a"]}"#, ["put it in an array: [{…}]"]),
        (
            #""details":[{"appIDs":["7Q2MX9RK4T.example.shop"],"components":"/a"}]"#,
            [#"write [{"/": "/a"}]"#]
        ),
        (
            #""details":[{"appIDs":["7Q2MX9RK4T.example.shop"],"components":["/a","NOT /b/*"]}]"#,
            [#"write {"/": "/a"}"#, #"write {"/": "/b/*", "exclude": true}"#]
        ),
        (
            #""apps":[],"details":[{"appID":"7Q2MX9RK4T.example.shop","paths":["/g#h"]}]"#,
            [##"use "components": [{"/": "/g", "#": "h"}]"##]
        ),
    ])
    func `what was meant is written out`(links: String, advice: [String]) {
        #expect(findings("{\"applinks\":{\(links)}}").map(\.advice) == advice)
    }

    @Test func `an entry with the paths of old systems and the apps of new ones is noted`() throws {
        let entry = #""details":[{"appIDs":["\#(Self.app)"],"paths":["/a"]}]"#
        #expect(codes(#"{"applinks":{"apps":[],\#(entry)}}"#) == ["paths-without-app-id"])
        #expect(codes(#"{"applinks":{\#(entry)}}"#) == ["apps-missing"])
    }

    @Test func `an object in an array is taken for what it is`() {
        let file = Array(#"[{"applinks":{"details":[]}}]"#.utf8)
        #expect(AssociationLint.kind(of: file) == .aasa)
        #expect(AssociationLint.findings(file, kind: .aasa).map(\.code) == [.notAnObject])
    }

    @Test func `what is nested too deep is not called a slip`() throws {
        let deep = String(repeating: "[", count: 900) + String(repeating: "]", count: 900)
        let finding = try #require(findings("{\"applinks\":\(deep)}").first)
        #expect(finding.code == .invalidJSON)
        #expect(finding.message.contains("deeper") && !finding.message.contains("not valid"))
    }

    @Test func `of a pattern that is not followed nothing is said but that`() {
        let values = (0..<9000).map { "\"\($0)*\"" }.joined(separator: ",")
        let reference = String(repeating: "$(v)", count: 6)
        let codes = codes(
            components: #"[{"/":"/\#(reference)"},{"/":"/\#(reference)/x","exclude":true},{"/":"/a/*"}]"#,
            links: #","substitutionVariables":{"v":[\#(values)]}"#)
        #expect(codes == ["pattern-too-complex"])
    }

    @Test(arguments: ["food item", "größe|x", "a//b", "a;b", "a#b", "{id}", "%zz"])
    func `the name of a variable is no text of a pattern`(name: String) {
        let links = #","substitutionVariables":{"\#(name)":["a","b"]}"#
        #expect(codes(components: #"[{"/":"/g/$(\#(name))"}]"#, links: links) == [])
        #expect(codes(components: #"[{"/":"/g/$(\#(name))"}]"#) == ["variable-unknown"])
    }

    @Test(arguments: [
        ("/$lang/x", "pattern-foreign", "write $(lang) for the variable"),
        ("/$[region]/x", "pattern-foreign", "write $(region) for the variable"),
        ("/${lang}/x", "pattern-not-encoded", #"write "/$(lang)/x""#),
        ("!/a", "pattern-not-keyword", #"write "/": "/a", "exclude": true"#),
        ("not /a", "pattern-not-keyword", #"write "/": "/a", "exclude": true"#),
        ("/b&c=1", "pattern-query", #"write the query as "?""#), ("/a\u{200B}", "pattern-not-encoded", "take it out"),
    ])
    func `references and excludes in the manner of others are named`(path: String, code: String, begin: String) throws {
        #expect(codes(components: #"[{"/":"\#(path)"}]"#) == [code])
        #expect(try advice(path: path).hasPrefix(begin), "\(path)")
        #expect(codes(file(#""paths":["!/a","/b"]"#)).contains("pattern-not-form"))
    }
}
