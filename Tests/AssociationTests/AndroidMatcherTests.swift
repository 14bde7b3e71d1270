import Association
import DeepLinks
import JSONText
import Testing

@Suite struct AndroidMatcherTests {
    private func decision(
        _ json: String, _ url: String, package: String = "example.shop", fingerprint: String = Statement.fingerprint
    ) throws -> AndroidDecision {
        AndroidMatcher(try AndroidDocument(Array(json.utf8))).decision(
            try LinkURL("https://go.acme.example\(url)"), package: try #require(PackageName(package)),
            fingerprint: try #require(CertificateFingerprint(fingerprint)))
    }

    @Test func `a statement vouches for package and key together`() throws {
        let json = Statement.text(fingerprints: [Statement.otherFingerprint, Statement.fingerprint])
        #expect(try decision(json, "/x").reason == .manifest)
        #expect(try decision(json, "/x").outcome == .open)
        #expect(try decision(json, "/x").rule?.path.pointer == "/0")
        #expect(try decision(json, "/x", package: "example.other").reason == .noStatement)
        let one = Statement.text()
        #expect(try decision(one, "/x", fingerprint: Statement.otherFingerprint).reason == .otherFingerprint)
        let login = Statement.text(relation: "delegate_permission/common.get_login_creds")
        #expect(try decision(login, "/x").reason == .noStatement)
    }

    @Test(arguments: [
        (#"[{"/":"/docs/*"}]"#, ["/docs/", "/docs/a", "/docs/a/b", "/docs/%2F"], ["/docs", "/doc"]),
        (#"[{"/":"/a/?*/c"}]"#, ["/a/b/c", "/a/bb/c"], ["/a/c", "/a/b/c/", "/a/b/d/c"]),
        (#"[{"/":"/*.html"}]"#, ["/a.html"], ["/a.b.html"]),
        (#"[{"/":"*"}]"#, ["", "/", "/a"], []),
        (#"[{"/":"/café"}]"#, ["/caf%C3%A9"], ["/cafe"]),
        (#"[{"?":{"q":"*"}}]"#, ["/?q=", "/?a&q=1", "/?q=1;r=2"], ["/", "/?q", "/?Q=1", "/?qq=1"]),
        (#"[{"?":{"q":"1"}}]"#, ["/?q=1", "/?q=2&q=1", "/?q=1;r=2", "/?a%26q=1"], ["/?q=2", "/?q=1;&a"]),
        (##"[{"#":"*"}]"##, ["/#", "/#a"], ["/"]),
        (#"[{"/":"/x","exclude":true},{"/":"*"}]"#, ["/y"], ["/x"]),
    ])
    func `dynamic rules match decoded text without going back`(
        rules: String, matching: [String], others: [String]
    ) throws {
        let json = Statement.text(rules: rules)
        for url in matching { #expect(try decision(json, url).outcome == .open, "\(rules) \(url)") }
        for url in others { #expect(try decision(json, url).outcome == .browser, "\(rules) \(url)") }
        #expect(try decision(json, "/x").earlierSystems == .open)
    }

    @Test(arguments: [
        "[]", "{}", #"[{}]"#, #"[{"/":"*"},{"/":""}]"#, #"[{"/":"*"},7]"#, #"[{"?":"a=1"}]"#, #"[{"?":{}}]"#,
        #"[{"?":{"a":1}}]"#, #"[{"/":"*","exclude":"true"}]"#, #"[{"exclude":true}]"#,
    ])
    func `one malformed or empty field discards all dynamic rules`(rules: String) throws {
        #expect(try decision(Statement.text(rules: rules), "/x").reason == .discardedRules)
        #expect(try decision(Statement.text(rules: rules), "/x").outcome == .open)
    }

    @Test func `each earlier rule says which of its parts failed`() throws {
        let rules = ##"[{"/":"/a"},{"?":{"q":"1"}},{"#":"f"},{"/":"*"}]"##
        let decision = try decision(Statement.text(rules: rules), "/b?q=2")
        #expect(
            decision.earlier.map(\.mismatch) == [
                .path(pattern: "/a", text: "/b"), .item(name: "q", pattern: "1", values: ["2"]),
                .fragment(pattern: "f", text: nil),
            ])
        #expect(decision.rule?.path.pointer.hasSuffix("/dynamic_app_link_components/3") == true)
    }
}
