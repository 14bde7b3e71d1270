import DeepLinks
import Foundation
import Testing

/// Case 80.
@Suite struct AndroidIntentTests {
    @Test func `an intent can do without its web page`() throws {
        let intent = AndroidIntent(
            target: "acme://i/7?a=1", package: try #require(PackageName("example.acme")),
            fallback: "https://w.example/a;b")
        let url = try #require(intent.url)
        #expect(AndroidIntent.withoutFallback(url) == "intent://i/7?a=1#Intent;scheme=acme;package=example.acme;end")
        for other in ["acme://i/7;S.browser_fallback_url=x", "https://w.example/"] {
            #expect(AndroidIntent.withoutFallback(other) == other)
        }
    }

    private func intent(_ target: String, _ fallback: String) throws -> String? {
        AndroidIntent(
            target: target, package: try #require(PackageName("example.acme.shop")), fallback: fallback
        ).url
    }

    @Test func `no extra ends before its end`() throws {
        let url = try #require(try intent("acme://item/42?x=1", "https://e.example/p?a=1;end;S.x=1&b=%2F#f"))
        #expect(
            url == "intent://item/42?x=1#Intent;scheme=acme;package=example.acme.shop"
                + ";S.browser_fallback_url=https%3A%2F%2Fe.example%2Fp%3Fa%3D1%3Bend%3BS.x%3D1%26b%3D%252F%23f;end")
        // Read as Android reads it: what follows the last #Intent; is parted by semicolons.
        let extras = try #require(url.components(separatedBy: "#Intent;").last).split(separator: ";")
        #expect(extras.map { $0.prefix { $0 != "=" } } == ["scheme", "package", "S.browser_fallback_url", "end"])
    }

    @Test func `an https link opens by its package alone`() throws {
        #expect(
            try intent("https://go.acme.example/p/1", "http://e.example/")
                == "intent://go.acme.example/p/1#Intent;scheme=https;package=example.acme.shop"
                + ";S.browser_fallback_url=http%3A%2F%2Fe.example%2F;end")
    }

    @Test(
        arguments: [
            ("acme:item", "https://e.example/"), ("acme://a#b", "https://e.example/"),
            ("javascript://a", "https://e.example/"), ("acme://a", "javascript:alert(1)"),
            ("acme", "https://e.example/"),
        ]
    )
    func `what an intent cannot hold is none`(target: String, fallback: String) throws {
        #expect(try intent(target, fallback) == nil)
    }

    static let android = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)"

    @Test(
        arguments: [
            ("\(android) Chrome/137.0.0.0 Mobile Safari/537.36", true),
            ("\(android) Chrome/137.0.0.0 Mobile Safari/537.36 EdgA/136.0.0.0", true),
            ("\(android) Chrome/136.0.0.0 Mobile Safari/537.36 OPR/89.0.0.0", true),
            ("\(android) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36", true),
            ("\(android) Chrome/137.0.0.0 Mobile DuckDuckGo/5 Safari/537.36", false),
            ("\(android) Chrome/137.0.0.0 Mobile Safari/537.36 Ddg/137.0", false),
            ("\(android) Version/4.0 Chrome/137.0.0.0 Mobile Safari/537.36", false),
            ("Mozilla/5.0 (Android 15; Mobile; rv:139.0) Gecko/139.0 Firefox/139.0", false),
            ("Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 Chrome/137.0 Mobile Safari/537.36", false),
            ("\(android) Chrome/137.0.0.0 Mobile Safari/537.36 MiuiBrowser/14.5", false),
            ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/137.0 Safari/537.36", false),
            ("Mozilla/5.0 (Linux; Android 15", false), ("", false),
        ]
    )
    func `only browsers that are known to take intents get one`(userAgent: String, takesIntents: Bool) {
        let bytes = Array(userAgent.utf8)
        #expect(Client(userAgent: bytes.span).handlesIntents(userAgent: bytes.span) == takesIntents)
    }
}
