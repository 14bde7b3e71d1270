import Association
import Testing

/// What lint says of rules as a whole, and of the values that they stand for.
@Suite struct RuleComparisonTests {
    private func findings(_ components: String, links: String = "") -> [Finding] {
        let entry = #"{"appIDs":["\#(AppleLintTests.app)"],"components":\#(components)}"#
        return AssociationLint.findings(
            Array(#"{"applinks":{"details":[\#(entry)]\#(links)}}"#.utf8), kind: .aasa)
    }

    /// The codes, each with the number of its component.
    private func named(_ components: String) -> [String] {
        findings(components).map { "\($0.code.rawValue) \($0.pointer.split(separator: "/").last ?? "")" }
    }

    private func components(_ paths: [String]) -> String {
        "[\(paths.map { #"{"/":"\#($0)"}"# }.joined(separator: ","))]"
    }

    @Test(arguments: [
        "/$(lang)", "/$(region)", "/??", "/$(lang)/$(region)", "/$(digit)$(alpha)", "/$(lang)-$(region)", "/$(city)",
        "/x/$(city)-$(lang)/$(digit)",
    ])
    func `rules that begin alike are compared by what follows`(opening: String) {
        let cities = (0..<100).map { "\"city\($0 * 7_919)\"" }.joined(separator: ",")
        let links = #","substitutionVariables":{"city":[\#(cities)]}"#
        let named = { (components: String) in
            self.findings(components, links: links).filter { $0.severity == .warning || $0.code == .checkedInPart }
                .map { "\($0.code.rawValue) \($0.pointer.split(separator: "/").last ?? "")" }
        }
        #expect(named(components(["\(opening)/p/*", "\(opening)/p/*"])) == ["unreachable-rule 1"])
        #expect(named(components((0..<80).map { "\(opening)/p\($0)/*" })) == [])
        let excluded = #"{"/":"\#(opening)/help/x","exclude":true}"#
        #expect(
            named(#"[{"/":"\#(opening)/buy/*"},{"/":"\#(opening)/help/*"},\#(excluded)]"#) == ["unreachable-rule 2"])
        #expect(named(#"[\#(excluded),{"/":"\#(opening)/help/*"}]"#) == [])
    }

    @Test(arguments: [
        ("/$(lang)/a/*", "/??/a/*", false), ("/??/a/*", "/$(region)/a/*", true), ("/??/a/*", "/$(lang)/a/*", false),
        ("/de/a", "/$(lang)/a", false),
        ("/$(lang)/a", "/de/a", true), ("/$(lang)/a", "/$(region)/a", false), ("*/a/*", "/$(lang)/a/*", true),
        ("/?*/?*/*", "/?*/?*/?*/?*", true), ("/?*/?*/?*/?*", "/?*/?*/*", false), ("/a*b*c*", "/a*c*b*c", true),
    ])
    func `rules that begin otherwise are compared to the end`(first: String, second: String, isCovered: Bool) {
        #expect(named(components([first, second])).contains("unreachable-rule 1") == isCovered)
        #expect(!named(components([first, second])).contains("checked-in-part applinks"))
    }

    @Test func `many rules for segments and items are compared to the end`() {
        let segments = (1...22).map { "/" + Array(repeating: "?*", count: $0).joined(separator: "/") }
        let guards = segments.reversed().map { #"{"/":"\#($0)","exclude":true}"# } + [#"{"/":"*"}"#]
        #expect(!named("[\(guards.joined(separator: ","))]").contains("checked-in-part applinks"))
        let items = (1...22).map { #"{"/":"/?*/$(lang)/*","?":{"q\#($0)":"?*"},"exclude":true}"# }
        #expect(named("[\((items + [#"{"/":"/*/de/*"}"#]).joined(separator: ","))]") == [])
    }

    @Test func `a variable without a slash behind it is not taken for what ends alike`() {
        // The text "ab" is "a" and "b", or "ab" and nothing.
        let links = #","substitutionVariables":{"v":["a","ab"]}"#
        let found = findings(#"[{"/":"/$(v)b","exclude":true},{"/":"/$(v)"}]"#, links: links)
        #expect(!found.contains { $0.code == .redundantRule })
    }

    @Test func `an example has the text that the rules begin with`() throws {
        let found = try #require(findings(components(["/?a/$(digit)/x/*", "/?a/$(digit)/x/y"])).first)
        #expect(found.message.contains(" /xa/0/x/y for one"), "\(found.message)")
    }

    @Test func `an example has no empty segment where it need not`() throws {
        let found = try #require(findings(components(["*", "*/p/*"])).first { $0.code == .unreachableRule })
        #expect(found.message.contains(" /x/p for one"), "\(found.message)")
    }

    @Test func `rules that are not compared to the end are named`() throws {
        let long = "???????????????"
        let found = findings(components(["/q", "*a?\(long)", "*aa\(long)"])).filter { $0.code == .checkedInPart }
        #expect(found.count == 1)
        #expect(found.first?.message.hasSuffix(": /applinks/details/0/components/2") ?? false, "\(found)")
    }

    @Test(arguments: ["/*/*", "*/*", "/**"])
    func `a pattern that matches every path claims everything`(path: String) {
        #expect(findings(components([path])).contains { $0.code == .claimsEverything })
    }

    @Test func `a rule for all that is left is no claim of everything`() {
        #expect(named(#"[{"/":"/admin/*","exclude":true},{"/":"*"}]"#) == [])
        #expect(named(#"[{"/":"*"},{"/":"/admin/*","exclude":true}]"#).contains("claims-everything 0"))
    }

    @Test(arguments: [
        #"[{"/":"/a","exclude":true}]"#, #"[{"/":"/a","exclude":true},{"/":"/b/*","exclude":true}]"#,
    ])
    func `excludes alone open nothing`(components: String) throws {
        #expect(named(components) == ["opens-nothing 0"])
        #expect(findings(components).first?.severity == .warning)
    }

    @Test func `defaults that exclude keep every rule from opening`() {
        let found = findings(#"[{"/":"/a"},{"/":"/b"}]"#, links: #","defaults":{"exclude":true}"#)
        #expect(found.map(\.code) == [.opensNothing])
    }

    @Test func `an exclude that a later one covers is redundant`() {
        #expect(
            named(#"[{"/":"/a/b","exclude":true},{"/":"/a/*","exclude":true},{"/":"*"}]"#) == ["redundant-rule 0"])
        #expect(
            named(#"[{"/":"/a/b","exclude":true},{"/":"/a/?"},{"/":"/a/*","exclude":true},{"/":"*"}]"#) == [])
    }

    @Test(arguments: [
        ("é", FindingCode.patternNotEncoded), ("a b", .patternNotEncoded), ("a#b", .patternFragment),
        ("..", .patternDotSegment), ("", .variableEmpty), ("%c3%a9", .patternEscapeCase),
        ("/lead", .patternDoubleSlash),
        ("f?id=1", .patternQuery),
    ])
    func `a value is judged as the pattern that it stands in`(value: String, code: FindingCode) {
        let found = findings(#"[{"/":"/$(v)/x"}]"#, links: #","substitutionVariables":{"v":["ok","\#(value)"]}"#)
        #expect(found.map(\.code) == [code])
        #expect(found.first?.pointer == "/applinks/substitutionVariables/v/1")
    }

    @Test func `a value inside a segment or for decoded text is left alone`() {
        let dot = #","substitutionVariables":{"v":[".","-"]}"#
        #expect(findings(#"[{"/":"/a$(v)b"}]"#, links: dot).isEmpty)
        let accent = #","substitutionVariables":{"v":["é"]}"#
        #expect(findings(#"[{"/":"/$(v)","percentEncoded":false}]"#, links: accent).isEmpty)
    }
}
