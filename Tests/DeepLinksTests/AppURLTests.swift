import DeepLinks
import Testing

@Suite struct AppURLTests {
    @Test(arguments: [
        "acme://products/42?a=%2Fb#top", "ACME://x", "com.acme.shop://", "acme:///a", "fb123+x://path",
    ])
    func `a URL of an app's own scheme is kept byte for byte`(text: String) throws {
        let url = try AppURL(text)
        #expect(url.text == text)
        #expect(url.scheme.text == text.prefix { $0 != ":" }.lowercased())
        #expect(try LinkDestination(text) == .app(url))
        #expect(try LinkDestination(text).text == text)
    }

    // Case 57.
    @Test(arguments: [
        "javascript:alert(1)", "JaVaScRiPt://%0aalert(1)", "data:text/html,x", "data://x", "file:///etc/passwd",
        "vbscript:x", "vbscript://x", "blob://x", "intent://x#Intent;end", "view-source://x", "about://blank", "acme:x",
        "acme:/x", "acme", "1acme://x", "acme://a b", "acme://a\\b", "acme://%zz", "://x", "mailto:a@b.example",
    ])
    func `schemes of browsers and systems, and what is no such URL, are no destination`(text: String) {
        #expect(throws: RuleViolation.self) { try LinkDestination(text) }
    }

    @Test func `a scheme has to be one of the tenant's apps'`() throws {
        let identity = AppIdentity.ios(try #require(AppID("ABCDE12345.example.shop")), storeID: nil)
        let app = App(name: try #require(AppName("ios")), identity: identity, scheme: URLScheme("acme"))
        let place = try LinkDestination("Acme://items/7")
        #expect(DestinationRules().refusal(of: place, apps: [app]) == nil)
        #expect(DestinationRules().refusal(of: place, apps: []) != nil)
        #expect(DestinationRules().refusal(of: try LinkDestination("other://x"), apps: [app]) != nil)
    }
}
