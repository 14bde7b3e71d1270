import Testing

@testable import DeepLinks

/// A tenant's own robots.txt (RFC 9309), which never hides the association files (case 42).
@Suite struct RobotsTextTests {
    private static let allowed = "Allow: /.well-known/\nAllow: /apple-app-site-association\n"

    @Test(arguments: [
        ("User-agent: *\nDisallow: /\n", "User-agent: *\n\(allowed)Disallow: /\n"),
        ("user-agent:*\r\nDISALLOW:/\r\n", "user-agent:*\n\(allowed)DISALLOW:/\n"),
        // Groups of several agents, and several groups.
        (
            "User-agent: a\nUser-agent: b\nDisallow: /x\n\nUser-agent: *\nAllow: /y\nDisallow: /",
            "User-agent: a\nUser-agent: b\n\(allowed)Disallow: /x\n\nUser-agent: *\n\(allowed)Allow: /y\nDisallow: /\n"
        ),
        (
            "User-agent: a\nCrawl-delay: 5\nSitemap: https://a.example/s.xml\nDisallow: /x # why\n",
            "User-agent: a\nCrawl-delay: 5\nSitemap: https://a.example/s.xml\n\(allowed)Disallow: /x # why\n"
        ),
        ("# ünly a comment", "# ünly a comment\n"),
        ("User-agent: *\nDisallow:", "User-agent: *\n\(allowed)Disallow:\n"),
    ])
    func `each group begins with rules that allow the association files`(text: String, served: String) throws {
        let robots = try RobotsText(text)
        #expect(robots.text == text)
        #expect(robots.served == served)
    }

    @Test(arguments: [
        "/", "/*", "*", "/.", "/.well-known", "/%2Ewell", "/*.json", "/*.json$", "/apple", "/a*", "/links/",
        "/well-known/x",
        "/private/.well-known/x", "/.well-knownish/and/more", "/apple-app-site-associations", "/*/more$", "",
    ])
    func `a Disallow that yields to them is served`(path: String) throws {
        #expect(try RobotsText("User-agent: *\nDisallow: \(path)").served.hasSuffix("Disallow: \(path)\n"))
    }

    @Test(arguments: [
        "/.well-known/", "/.well-known/apple-app-site-association", "/.well-known/assetlinks.json$", "/.well-known/x",
        "/%2ewell-known/", "/.well-known/*", "/.well-know*/*", "/.well*/assetlinks", "*/apple-app-site-association",
        "/apple-app-site-association", "/apple-app-site-associatio*", "*well-known/*json$",
        "/%61pple-app-site-association$",
    ])
    func `a Disallow that would win over them is refused`(path: String) throws {
        let violation = try #require(throws: RuleViolation.self) {
            try RobotsText("User-agent: *\nDisallow: /x\nDisallow: \(path)")
        }
        #expect(violation.rule.hasPrefix("the association files stay readable"))
        #expect(violation.offset == 27)
        // Elsewhere it may be allowed.
        #expect(try RobotsText("User-agent: *\nAllow: \(path)").served.hasSuffix("Allow: \(path)\n"))
    }

    @Test(arguments: [
        "", "Disallow: /", "User-agent: *\nDisalow: /", "User-agent: *\nDisallow /", "User-agent:\nDisallow: /",
        "User-agent: *\nDisallow: x", "User-agent: *\nDisallow: /\u{0}", "\u{FEFF}User-agent: *",
        "User-agent: *\rDisallow: /",
        "Noindex: /", String(repeating: "# x\n", count: 2049),
    ])
    func `what crawlers only guess at is refused`(text: String) {
        #expect(throws: RuleViolation.self) { try RobotsText(text) }
    }
}
