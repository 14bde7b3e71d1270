import Association
import DeepLinks
import JSONText
import Testing

/// The rules of Apple's matcher, each with inputs of its own.
@Suite struct AppleMatcherTests {
    static let app = "7Q2MX9RK4T.example.shop"

    private func document(_ components: String, links: String = "", entry: String = "") throws -> AppleDocument {
        try AppleDocument(
            Array(
                #"{"applinks":{"details":[{"appIDs":["\#(Self.app)"],"components":\#(components)\#(entry)}]\#(links)}}"#
                    .utf8))
    }

    private func opens(_ document: AppleDocument, _ rest: String, app: String = Self.app) throws -> Bool {
        let link = try LinkURL(rest.hasPrefix("http") ? rest : "https://go.acme.example\(rest)")
        return AppleMatcher(document).decision(link, app: app).outcome == .open
    }

    @Test(arguments: [
        ("/shop/*", ["/shop/7", "/shop/7/reviews", "/shop/", "/shop", "/shop//"], ["/shopper", "/sho", "/a/shop/7"]),
        ("shop", ["/shop", "/shop/"], ["/shops", "/ashop"]),
        ("//shop/", ["/shop"], ["/shop/a"]),
        ("/", ["/", ""], ["/a"]),
        ("/a/*/c", ["/a/b/c", "/a/b/d/c", "/a//c"], ["/a/c"]),
        ("/a/?*", ["/a/b", "/a/b/c"], ["/a/", "/a"]),
        ("/n/????", ["/n/2026"], ["/n/202", "/n/202/", "/n/20267"]),
        ("/a*", ["/a", "/ab", "/a/b", "/a/"], ["/b"]),
        ("*", ["/", "", "/a/b", "/?x#y"], []),
        ("/*", ["/", "", "/a/b"], []),
        ("*.html", ["/a.html", "/a/b.html"], ["/a.htm", "/a.html/b"]),
        ("/a/*/", ["/a", "/a/b"], ["/b"]),
        ("/a?b", ["/axb", "/a/b"], ["/ab"]),
        ("/a#b", [], ["/a#b"]),
        ("/NOT a", [], ["/a"]),
        ("/%C3%A9", ["/%C3%A9"], ["/%c3%a9", "/e"]),
        ("/é", [], ["/%C3%A9"]),
        ("/a%2Fb", ["/a%2Fb"], ["/a/b"]),
    ])
    func `a path pattern covers the whole path, and slashes at its ends bend`(
        pattern: String, matching: [String], others: [String]
    ) throws {
        let document = try document(#"[{"/":"\#(pattern)"}]"#)
        for path in matching { #expect(try opens(document, path), "\(pattern) \(path)") }
        for path in others { #expect(try !opens(document, path), "\(pattern) \(path)") }
    }

    @Test(arguments: [
        (#"{"q":"7"}"#, ["?q=7", "?a=1&q=7&b", "?q=7&q=7"], ["", "?q=8", "?q=7&q=8", "?Q=7", "?q", "?%71=7"]),
        (#"{"q":"*"}"#, ["", "?q=1&q=", "?q"], []),
        (#"{"q":"?*"}"#, ["?q=1", "?q=1&q=2", "?q=a=b"], ["", "?q=", "?q", "?q=1&q="]),
        (#"{"q":""}"#, ["", "?q", "?q=", "?a=1"], ["?q=1"]),
        (#"{"q":"1","r":"2"}"#, ["?r=2&q=1"], ["?q=1", "?r=2"]),
        (#"{}"#, ["", "?x"], []),
        (#"{"q":7,"r":"1"}"#, ["", "?r=2"], []),
        (#""a=1""#, ["?a=1"], ["", "?a=1&b=2", "?b=2&a=1"]),
        (#""""#, ["", "?"], ["?a"]),
        (#""*""#, ["", "?a"], []),
        (#""?*""#, ["?a"], ["", "?"]),
        (#"{"q":"a+b"}"#, ["?q=a+b"], ["?q=a%20b"]),
    ])
    func `a query is matched as a text or item by item`(query: String, matching: [String], others: [String]) throws {
        let document = try document(#"[{"?":\#(query)}]"#)
        for query in matching { #expect(try opens(document, "/x\(query)"), "\(query)") }
        for query in others { #expect(try !opens(document, "/x\(query)"), "\(query)") }
    }

    @Test func `an absent fragment is an empty one`() throws {
        #expect(try opens(document(##"[{"#":"*"}]"##), "/x"))
        #expect(try !opens(document(##"[{"#":"?*"}]"##), "/x"))
        #expect(try opens(document(##"[{"#":"?*"}]"##), "/x#y"))
        #expect(try !opens(document(##"[{"#":"no*","exclude":true},{"/":"*"}]"##), "/x#no-app"))
    }

    @Test func `case counts unless the nearest place that says so says otherwise`() throws {
        // Case 18.
        #expect(try !opens(document(#"[{"/":"/Help"}]"#), "/help"))
        #expect(try opens(document(#"[{"/":"/Help","caseSensitive":false}]"#), "/hELP"))
        let folding = #","defaults":{"caseSensitive":false}"#
        let strict = #","defaults":{"caseSensitive":true}"#
        #expect(try opens(document(#"[{"/":"/Help"}]"#, links: folding), "/help"))
        #expect(try !opens(document(#"[{"/":"/Help"}]"#, links: folding, entry: strict), "/help"))
        #expect(try opens(document(#"[{"/":"/Help","caseSensitive":false}]"#, links: folding, entry: strict), "/help"))
        #expect(try opens(document(#"[{"/":"/$(upper)","caseSensitive":false}]"#), "/q"))
        #expect(try opens(document(#"[{"/":"/$(region)","caseSensitive":false}]"#), "/gb"))
        #expect(try !opens(document(#"[{"?":{"q":"A"},"caseSensitive":false}]"#), "/x?Q=a"))
    }

    @Test func `defaults supply any part that a component lacks`() throws {
        #expect(try !opens(document(##"[{"#":"*"}]"##, links: #","defaults":{"/":"/foo/*"}"#), "/bar"))
        #expect(try opens(document(##"[{"/":"/bar"}]"##, links: #","defaults":{"/":"/foo/*"}"#), "/bar"))
        #expect(try !opens(document(#"[{"/":"/a"}]"#, entry: #","defaults":{"exclude":true}"#), "/a"))
        #expect(
            try opens(document(#"[{"/":"/a","exclude":false}]"#, entry: #","defaults":{"exclude":true}"#), "/a"))
    }

    @Test func `without percent-encoding the URL is decoded, not the pattern`() throws {
        // Case 19.
        let decoding = #","defaults":{"percentEncoded":false}"#
        #expect(try opens(document(#"[{"/":"/café/*"}]"#, entry: decoding), "/caf%C3%A9/1"))
        #expect(try opens(document(#"[{"/":"/caf?"}]"#, entry: decoding), "/caf%C3%A9"))
        #expect(try opens(document(#"[{"/":"/a/b"}]"#, entry: decoding), "/a%2Fb"))
        #expect(try !opens(document(#"[{"/":"/a%20b"}]"#, entry: decoding), "/a%20b"))
        #expect(try opens(document(#"[{"?":{"q":"é"}}]"#, entry: decoding), "/x?q=%C3%A9"))
        #expect(try opens(document(#"[{"/":"/?"}]"#, entry: decoding), "/%FF"))
    }

    @Test(arguments: [
        ("$(alpha)", ["a", "Z"], ["7", "ab", "é"]), ("$(digit)$(digit)", ["42"], ["4", "a1"]),
        ("$(xdigit)", ["f", "A", "0"], ["g"]), ("$(alnum)", ["z", "0"], ["-"]), ("$(lower)", ["q"], ["Q"]),
        ("$(lang)_$(region)", ["de_AT", "fil_PH", "acf_GB"], ["de_UK", "de-AT", "DE_AT"]),
        ("$(food)", ["pie", "pies", "sushi"], ["pi", "piess", "$(food)"]),
        ("$(food)$(food)", ["piepies", "sushisushi"], ["pie", "piesush"]),
        ("$(wild)", ["axz", "az", "a/z", "by"], ["b", "bxy"]),
        ("x*$(food)?", ["xpiea", "xpiepies!", "xx-sushi."], ["xpie"]),
        ("$(nothing)", [], ["", "x"]), ("$(none)", [], ["", "x"]), ("$(food", [], ["pie", "$(food"]),
    ])
    func `a variable is one of its alternatives`(pattern: String, matching: [String], others: [String]) throws {
        let variables = #","substitutionVariables":{"food":["pie","pies","sushi"],"wild":["a*z","b?"],"none":[]}"#
        let document = try document(#"[{"/":"/p/\#(pattern)"}]"#, links: variables)
        for path in matching { #expect(try opens(document, "/p/\(path)"), "\(pattern) \(path)") }
        for path in others { #expect(try !opens(document, "/p/\(path)"), "\(pattern) \(path)") }
    }

    @Test func `numbers of 18 places by references to one list`() throws {
        let digits = (0...9).map { "\"\($0)\"" } + (0...99).map { "\"\($0 / 10)\($0 % 10)\"" }
        let variables = #","substitutionVariables":{"v1":[\#(digits.joined(separator: ","))]}"#
        let nine = String(repeating: "$(v1)", count: 9)
        let document = try document(#"[{"/":"/n/\#(nine)"}]"#, links: variables)
        for count in 1...20 {
            #expect(try opens(document, "/n/" + String(repeating: "8", count: count)) == (9...18).contains(count))
        }
    }

    @Test func `the first rule that matches decides`() throws {
        let document = try document(#"[{"/":"/a/*"},{"/":"/a/no","exclude":true},{"/":"/b","exclude":true},{}]"#)
        #expect(try opens(document, "/a/no"))
        #expect(try !opens(document, "/b"))
        #expect(try opens(document, "/c"))
        #expect(try !opens(self.document("[]"), "/c"))
        #expect(try opens(self.document(#"[{"unheardOf":1}]"#), "/c"))
        #expect(try !opens(self.document(#"[{"/":"NOT /a"}]"#), "/a"))
    }

    @Test func `an app is in the entries that name it, in order`() throws {
        let json = #"""
            {"applinks":{"details":[{"appIDs":[],"appID":"A.b","components":[{}]},
            {"appID":"A.b","components":[{"/":"/x"}]},{"appIDs":["A.c","A.b","A.b"],"components":[{"/":"/x","exclude":true},{"/":"/y"}]},
            {"components":[{}]}]}}
            """#
        let document = try AppleDocument(Array(json.utf8))
        #expect(try opens(document, "/x", app: "A.b"))
        #expect(try opens(document, "/y", app: "A.b"))
        #expect(try !opens(document, "/x", app: "A.c"))
        #expect(try !opens(document, "/z", app: "A.b"))
        #expect(try !opens(document, "/x", app: "a.b"))
    }

    @Test func `a dictionary of entries is read by app ID`() throws {
        // Case 11.
        let json = #"{"applinks":{"details":{"B.b":{"paths":["/b"]},"A.a":{"paths":["NOT /a/x","/a/*"]}}}}"#
        let document = try AppleDocument(Array(json.utf8))
        #expect(try opens(document, "/a/y", app: "A.a"))
        #expect(try !opens(document, "/a/x", app: "A.a"))
        #expect(try opens(document, "/b?q#f", app: "B.b"))
    }

    @Test func `another host, a port and another scheme open nothing`() throws {
        let matcher = AppleMatcher(try document("[{}]"), host: "go.acme.example")
        func outcome(_ url: String) throws -> LinkOutcome {
            matcher.decision(try LinkURL(url), app: Self.app).outcome
        }
        #expect(try outcome("https://GO.acme.example/x") == .open)
        #expect(try outcome("https://go.acme.example.:443/x") == .open)
        #expect(try outcome("http://go.acme.example/x") == .open)
        #expect(try outcome("https://www.acme.example/x") == .browser)
        #expect(try outcome("https://go.acme.example:8443/x") == .browser)
    }

    @Test func `slashes in a row are as many as written, or one`() throws {
        let document = try document(#"[{"/":"*//?*","exclude":true},{}]"#)
        let link = try LinkURL("https://go.acme.example/a/b")
        #expect(AppleMatcher(document, slashes: .kept).decision(link, app: Self.app).outcome == .open)
        #expect(AppleMatcher(document, slashes: .collapsed).decision(link, app: Self.app).outcome == .browser)
    }

    @Test func `a hostile pattern is done in one pass`() throws {
        // Case 67.
        for pattern in [
            "/" + String(repeating: "*a", count: 8) + "*b", "/" + String(repeating: "*", count: 30) + "x",
            "/" + String(repeating: "*$(alnum)$(v)", count: 9) + "b",
        ] {
            let document = try document(
                #"[{"/":"\#(pattern)"}]"#, links: #","substitutionVariables":{"v":["a","aa","a*"]}"#)
            #expect(try !opens(document, "/" + String(repeating: "a", count: 8192)))
        }
    }

    @Test func `references beyond all bounds match nothing and take no memory`() throws {
        let values = (0..<4000).map { "\"\($0)x\"" }.joined(separator: ",")
        let pattern = String(repeating: "$(v)", count: 10_000)
        let document = try document(#"[{"/":"/\#(pattern)"}]"#, links: #","substitutionVariables":{"v":[\#(values)]}"#)
        #expect(try !opens(document, "/0x"))
    }

    @Test(arguments: [
        ("$(s)", "/x", true), ("$(s)", "/y/1", true), ("$(s)", "/y", true), ("$(s)", "/z", false),
        ("/$(s)", "/x", true), ("/e/$(e)", "/e/", true), ("/e/$(e)", "/e/x", false), ("/r/$(v)", "/r", true),
        ("/r/$(v)", "/r/1", true), ("/rx$(v)", "/rx", true), ("/r/$(v)", "/rx", false), ("/t/$(t)", "/t/x", true),
        ("/w/$(w)", "/w/x", true), ("/w/$(w)", "/w/x/y", true), ("$(e)/a", "/a", true), ("$(m)/a", "/de/a", true),
        ("$(m)/a", "/a", true), ("$(m)/a", "/fr/a", false), ("/$(m)/", "/", true), ("/o/$(t)y", "/o/x/y", true),
    ])
    func `slashes that the value of a variable brings to an end are as those of the pattern`(
        pattern: String, path: String, opens: Bool
    ) throws {
        let variables = #"{"s":["/x","/y/*"],"e":[""],"v":["*"],"t":["x/"],"w":["x/*"],"m":["","/de"]}"#
        for folds in [false, true] {
            let text = #"""
                {"applinks":{"substitutionVariables":\#(variables),"details":[{"appIDs":["\#(Self.app)"],
                "components":[{"/":"\#(pattern)","caseSensitive":\#(!folds)}]}]}}
                """#
            let matcher = AppleMatcher(try AppleDocument(Array(text.utf8)))
            let outcome = matcher.decision(try LinkURL("https://go.acme.example\(path)"), app: Self.app).outcome
            #expect((outcome == .open) == opens)
        }
    }
}
