import Foundation
import TestSupport
import Testing

@testable import Gateway

/// Pages as the gateway answers with them.
@Suite struct HostedPageTests {
    static let phone = ClientTests.phone, mac = ClientTests.mac, droid = ClientTests.droid

    private func ask(
        _ gateway: GatewayFixture, _ target: String, _ userAgent: String, languages: String = "en",
        host: String = "go.acme.example"
    ) throws -> TestResponse {
        try gateway.ask(target, host: host, "User-Agent: \(userAgent)", "Accept-Language: \(languages)")
    }

    /// The address of the link of a kind.
    static func link(_ kind: String, _ page: String) -> String? {
        let parts = page.components(separatedBy: "<a class=\"\(kind)\" href=\"")
        return parts.count > 1 ? parts[1].components(separatedBy: "\"").first : nil
    }

    @Test func `a page says what the tenant says, in the reader's language`() throws {
        let gateway = try GatewayFixture(PageFleet.text)
        let german = try ask(gateway, "/items/42?x=1", Self.phone, languages: "de-AT,en;q=0.5")
        #expect(german.head.first == "HTTP/1.1 200 OK")
        #expect(german.head.contains("Content-Language: de"))
        #expect(german.head.contains(ClientTests.pageVary))
        #expect(german.head.contains("Cache-Control: no-store"))
        #expect(german.body.contains("<html lang=\"de\">"))
        #expect(german.body.contains("<h1><bdi>Willkommen</bdi></h1>\n<p><bdi>Öffne &quot;Acme&quot;</bdi></p>"))
        #expect(german.body.contains("<bdi>Acme &lt;Shop&gt;</bdi>"))
        #expect(german.body.contains("<img src=\"\(PageFleet.icon)\" alt=\"\""))
        #expect(german.body.contains(">Zur App</a>") && german.body.contains(">Weiter im Browser</a>"))
        let arabic = try ask(gateway, "/items/42", Self.phone, languages: "ar-EG")
        #expect(arabic.body.contains("<html lang=\"ar\" dir=\"rtl\">"))
        #expect(arabic.body.contains("<h1><bdi>Acme &lt;Shop&gt;</bdi></h1>"))
        let brazilian = try ask(gateway, "/items/42", Self.phone, languages: "pt")
        #expect(brazilian.head.contains("Content-Language: pt-BR") && brazilian.body.contains(">Abrir</a>"))
        let other = try ask(gateway, "/items/42", Self.phone, languages: "nl")
        #expect(other.head.contains("Content-Language: en"))
    }

    @Test func `a page leads to the app, to the store and to the web`() throws {
        let gateway = try GatewayFixture(PageFleet.text)
        let own = try ask(gateway, "/items/a%20b?x=1", Self.phone, host: "open.acme.example").body
        #expect(Self.link("open", own) == "acme://items/a%20b")
        #expect(Self.link("store", own) == "https://apps.apple.com/app/id1435627943")
        #expect(Self.link("web", own) == "https://www.acme.example/i/a%20b?x=1")
        #expect(
            own.contains(
                "<meta name=\"apple-itunes-app\" content=\"app-id=1435627943, "
                    + "app-argument=https://open.acme.example/items/a%20b?x=1\">"))
        let comma = try ask(gateway, "/items/1?a=1,2", Self.phone).body
        #expect(comma.contains("app-argument=https://go.acme.example/items/1?a=1%2C2\">"))
        let droid = try ask(gateway, "/items/42", Self.droid).body
        #expect(
            Self.link("open", droid)
                == "intent://items/42#Intent;scheme=acme;package=example.acme"
                + ";S.browser_fallback_url=https%3A%2F%2Fwww.acme.example%2Fi%2F42;end")
        #expect(
            Self.link("store", droid)?.hasPrefix("https://play.google.com/store/apps/details?id=example.acme") == true)
        #expect(!droid.contains("apple-itunes-app"))
        let desktop = try ask(gateway, "/items/42", ClientTests.pc).body
        #expect(Self.link("open", desktop) == nil && desktop.components(separatedBy: "class=\"store\"").count == 3)
    }

    @Test func `the button leads to another host where the same routes hold for it`() throws {
        let gateway = try GatewayFixture(PageFleet.text)
        let page = try ask(gateway, "/items/42?x=1", Self.phone).body
        #expect(Self.link("open", page) == "https://open.acme.example/items/42?x=1")
        let same = try ask(gateway, "/items/42?x=1", Self.phone, host: "open.acme.example").body
        #expect(Self.link("open", same) == "acme://items/42")
        let own = try ask(gateway, "/items/42", Self.phone, host: "own.acme.example").body
        #expect(Self.link("open", own) == "acme://items/42")
    }

    @Test func `the way on has the opt-out of a domain whose link would open the app`() throws {
        let gateway = try GatewayFixture(PageFleet.text)
        #expect(
            Self.link("web", try ask(gateway, "/to/7?x=1", Self.phone).body)
                == "https://open.acme.example/items/7?x=1&amp;stay=1#top")
        #expect(
            Self.link("web", try ask(gateway, "/off/7", Self.phone).body) == "https://open.acme.example/nothing/7")
        #expect(Self.link("web", try ask(gateway, "/items/7", Self.phone).body) == "https://www.acme.example/i/7")
    }

    @Test func `a link's page is about the link`() throws {
        let gateway = try GatewayFixture(PageFleet.text)
        let url = try ask(gateway, "/c/url?y=2", Self.phone).body
        #expect(Self.link("open", url) == "acme://c/url")
        #expect(Self.link("web", url) == "https://www.acme.example/sale?x=1&amp;y=2")
        let path = try ask(gateway, "/c/path?y=2", Self.phone).body
        // Another host does not know the link, but what it leads to.
        #expect(Self.link("open", path)?.hasPrefix("https://open.acme.example/items/7") == true)
        #expect(Self.link("web", path) == "https://www.acme.example/i/7?y=2")
        #expect(path.contains("<meta property=\"og:url\" content=\"https://go.acme.example/c/path?y=2\">"))
    }

    @Test func `what a page may load and run is named by digest`() throws {
        let gateway = try GatewayFixture(PageFleet.text)
        let policy = { (response: TestResponse) in
            try #require(response.head.first { $0.hasPrefix("Content-Security-Policy: ") })
        }
        let phone = try ask(gateway, "/items/42", Self.phone)
        #expect(try policy(phone).hasPrefix("Content-Security-Policy: default-src 'none'; style-src 'sha256-"))
        #expect(try !policy(phone).contains("script-src") && !phone.body.contains("<script"))
        let mac = try ask(gateway, "/items/42", Self.mac)
        #expect(try policy(mac).contains("script-src 'sha256-") && mac.body.contains("<script>if(!(navigator."))
        for response in [phone, mac] {
            #expect(try !policy(response).contains("unsafe"))
            #expect(!response.head.contains { $0.hasPrefix("Set-Cookie") })
            #expect(response.body.utf8.count < 10_240)
        }
    }

    @Test func `crawlers read tags and nothing leads them on`() throws {
        let gateway = try GatewayFixture(PageFleet.text)
        for agent in ["facebookexternalhit/1.1", "Mozilla/5.0 (compatible; Googlebot/2.1)"] {
            let about = try ask(gateway, "/about", agent)
            #expect(about.head.first == "HTTP/1.1 200 OK")
            #expect(about.body.contains("<meta property=\"og:title\" content=\"About &lt;us&gt;\">"))
            #expect(about.body.contains("<meta property=\"og:site_name\" content=\"Acme &lt;Shop&gt;\">"))
            #expect(about.body.contains("<meta name=\"twitter:card\" content=\"summary_large_image\">"))
            #expect(!about.body.contains("http-equiv") && !about.body.contains("acme://"))
            #expect(!about.body.contains("apps.apple.com") && !about.body.contains("apple-itunes-app"))
        }
    }

    @Test func `a page of a tenant that says nothing names the host`() throws {
        let page = try GatewayFixture().ask("/choice/7", "User-Agent: \(Self.droid)").body
        #expect(page.contains("<header><bdi>go.shop.example</bdi></header>"))
        #expect(page.contains("<h1><bdi>go.shop.example</bdi></h1>"))
    }

    @Test func `the longest texts of any letters and the longest links leave a page below 10 KiB`() throws {
        let icon = "data:image/png;base64," + String(repeating: "AAAA", count: 1018)
        for letter in ["ä", "字", "&", "😀"] {
            let text = PageFleet.text.replacingOccurrences(of: PageFleet.icon, with: icon)
                .replacingOccurrences(
                    of: #"title: "About <us>""#,
                    with: "title: '\(String(repeating: letter, count: 200))', "
                        + "description: '\(String(repeating: letter, count: 500))'"
                )
                .replacingOccurrences(of: "Acme <Shop>", with: String(repeating: letter, count: 60))
                .replacingOccurrences(of: "a.png", with: String(repeating: "a", count: 1900))
            let gateway = try GatewayFixture(text)
            let query = String(repeating: "abc=d%20&", count: 267)
            for (agent, target) in [
                (Self.phone, "/about"), (Self.mac, "/about"), (Self.droid, "/about"), ("WhatsApp/2.23 A", "/about"),
                (Self.droid, "/about?\(query)"), (Self.phone, "/about?\(query)"), (Self.mac, "/about?\(query)"),
            ] {
                let page = try ask(gateway, target, agent, languages: "ja").body
                #expect(page.utf8.count <= 10_240, "\(letter) \(agent) \(target.prefix(20)): \(page.utf8.count)")
                let way = target.replacing("&", with: "&amp;")
                #expect(page.contains("<a class=\"web\" href=\"https://www.acme.example\(way)\">"))
                #expect(agent.hasPrefix("WhatsApp") || page.contains("<a class=\"open\""))
            }
        }
    }

    @Test func `what is short enough is all there`() throws {
        let icon = "data:image/png;base64," + String(repeating: "AAAA", count: 1018)
        let text = PageFleet.text.replacingOccurrences(of: PageFleet.icon, with: icon)
            .replacingOccurrences(of: "Willkommen", with: String(repeating: "w", count: 200))
        let gateway = try GatewayFixture(text)
        let page = try ask(gateway, "/items/\(String(repeating: "i", count: 100))", Self.mac, languages: "de").body
        #expect(page.contains(icon) && page.utf8.count < 10_240)
    }
}
