import TestSupport
import Testing

@testable import Gateway

/// What a client gets for what it is.
@Suite struct ClientTests {
    static let phone =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1"
    static let mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15"
    static let droid = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/137.0 Mobile Safari/537.36"
    static let pc = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/137.0 Safari/537.36"
    static let appStore = "https://apps.apple.com/app/id123456789"
    static let vary = "Vary: User-Agent, Sec-CH-UA-Platform, Sec-CH-UA-Mobile"

    static let pageVary = "\(vary), Accept-Language"

    static func varying(_ location: String) -> [String] {
        ["HTTP/1.1 302 Found", "Cache-Control: no-store", vary, "Location: \(location)", "Content-Length: 0"]
    }

    @Test(
        arguments: [
            (phone, "/app/7?x=1", appStore),
            (
                droid, "/app/7?x=1",
                "https://play.google.com/store/apps/details?id=example.shop"
                    + "&referrer=link%3Dhttps%253A%252F%252Fgo.shop.example%252Fapp%252F7%253Fx%253D1"
            ),
            (pc, "/app/7", "https://pc.shop.example/7"),
            ("", "/app/7", "https://www.shop.example/a/7"),
            ("UptimeRobot/2.0", "/app/7", "https://www.shop.example/a/7"),
            (phone, "/choice/7", "https://www.shop.example/ch/7"),
        ]
    )
    func `a client is sent where its platform goes`(userAgent: String, target: String, location: String) throws {
        let gateway = try GatewayFixture()
        #expect(try gateway.ask(target, "User-Agent: \(userAgent)").head == Self.varying(location))
        let head = try gateway.ask(target, method: "HEAD", "User-Agent: \(userAgent)")
        #expect(head.head == Self.varying(location))
    }

    @Test func `hints win over the user agent`() throws {
        let gateway = try GatewayFixture()
        let response = try gateway.ask("/app/7", "User-Agent: \(Self.pc)", "Sec-CH-UA-Platform: \"Linux\"")
        #expect(response.head == Self.varying("https://www.shop.example/a/7"))
    }

    // Cases 78 and 79.
    @Test(arguments: [mac, phone + " [FBAN/FBIOS;FBAV/515.0]", phone + " Instagram 300.0 (iPhone15,2)"])
    func `no store opens by itself on what may be a Mac or hold the app`(userAgent: String) throws {
        let response = try GatewayFixture().ask("/app/7?a=%22", "User-Agent: \(userAgent)")
        #expect(response.head.first == "HTTP/1.1 200 OK")
        #expect(response.head.contains(Self.pageVary))
        #expect(response.head.contains("X-Robots-Tag: noindex"))
        #expect(
            response.body.contains("<a class=\"store\" href=\"\(Self.appStore)\">Download on the App Store</a>"))
        #expect(
            response.body.contains(
                "<a class=\"web\" href=\"https://www.shop.example/a/7?a=%22\">Continue in the browser</a>"))
        #expect(!response.body.contains("http-equiv"))
        // Only what may be either decides in the browser.
        #expect(response.body.contains("<script>") == (userAgent == Self.mac))
        #expect(response.body.utf8.count < 10_240)
    }

    @Test func `a page is there where it is asked for`() throws {
        let gateway = try GatewayFixture()
        let page = try gateway.ask("/choice/7", "User-Agent: \(Self.droid)").body
        #expect(page.contains("<title>go.shop.example</title>"))
        #expect(page.contains("details?id=example.shop&amp;referrer=link%3Dhttps%253A%252F%252Fgo.shop.example%252F"))
        #expect(page.contains("<a class=\"web\" href=\"https://www.shop.example/ch/7\">"))
    }

    // Cases 76 and 77.
    @Test(
        arguments: [
            "facebookexternalhit/1.1", "WhatsApp/2.23 A", "Slackbot-LinkExpanding 1.0", "TelegramBot (like TwitterBot)",
            "Embedly/0.2",
        ]
    )
    func `programs read what the link is about`(userAgent: String) throws {
        let gateway = try GatewayFixture()
        let response = try gateway.ask("/app/7", "User-Agent: \(userAgent)")
        #expect(response.head.first == "HTTP/1.1 200 OK")
        #expect(response.head.contains(Self.pageVary))
        #expect(response.body.contains("<meta property=\"og:title\" content=\"The &lt;app&gt; &amp; more\">"))
        #expect(response.body.contains("<meta property=\"og:description\" content=\"It&#39;s &lt;new&gt;\">"))
        #expect(response.body.contains("<meta property=\"og:image\" content=\"https://www.shop.example/a.png\">"))
        #expect(response.body.contains("<meta property=\"og:url\" content=\"https://go.shop.example/app/7\">"))
        #expect(!response.body.contains("http-equiv") && !response.body.contains("apps.apple.com"))
        // Without a preview the destination has its own.
        let other = try gateway.ask("/items/7", "User-Agent: \(userAgent)")
        #expect(other.head == redirect("https://www.shop.example/i/7?ref=7"))
    }

    // Case 76: what a search engine lists is where the link leads.
    @Test func `crawlers follow, and never to a store`() throws {
        let gateway = try GatewayFixture()
        for agent in ["Applebot", "Mozilla/5.0 (compatible; Googlebot/2.1)", "curl/8.5.0"] {
            let response = try gateway.ask("/app/7", "User-Agent: \(agent)")
            #expect(response.head == Self.varying("https://www.shop.example/a/7"))
        }
    }

    @Test func `links follow the platforms of their routes`() throws {
        let gateway = try GatewayFixture()
        let person = try gateway.ask("/b/one", "User-Agent: \(Self.phone)")
        #expect(person.head.contains("Location: \(Self.appStore)") && person.head.contains(Self.vary))
        let desktop = try gateway.ask("/b/one?x=1", "User-Agent: \(Self.pc)")
        #expect(desktop.head.contains("Location: https://store.shop.example/one?x=1"))
        // A link with a path goes where the route of the path says.
        let path = try gateway.ask("/b/app", "User-Agent: \(Self.pc)")
        #expect(path.head.contains("Location: https://pc.shop.example/7") && path.head.contains(Self.vary))
        let page = try gateway.ask("/b/app", "User-Agent: \(Self.mac)")
        #expect(page.body.contains("Download on the App Store"))
        #expect(page.head.contains("X-Robots-Tag: noindex"))
    }

    @Test func `pages of links are listed where the domain says so`() throws {
        let indexing = SampleFleet.text.replacing(
            #"{ host: "go.shop.example", attested: true }"#,
            with: #"{ host: "go.shop.example", attested: true, indexLinks: true }"#)
        for (fleet, isIndexed) in [(SampleFleet.text, false), (indexing, true)] {
            let gateway = try GatewayFixture(fleet)
            for agent in [Self.mac, "WhatsApp/2.23 A"] {
                let page = try gateway.ask("/b/app", "User-Agent: \(agent)")
                #expect(page.head.first == "HTTP/1.1 200 OK")
                #expect(page.head.contains("X-Robots-Tag: noindex") != isIndexed, "\(agent)")
                #expect(page.body.contains("<meta name=\"robots\" content=\"noindex\">") != isIndexed, "\(agent)")
            }
        }
    }

    @Test func `a store is told of the link, not of its path`() throws {
        let gateway = try GatewayFixture()
        let referrer = "&referrer=link%3Dhttps%253A%252F%252Fgo.shop.example%252Fb%252Fapp%253Fx%253D1"
        let droid = try gateway.ask("/b/app?x=1", "User-Agent: \(Self.droid)")
        #expect(droid.head.contains { $0.hasPrefix("Location: https://play.google.com/") && $0.hasSuffix(referrer) })
        let inApp = try gateway.ask("/b/app?x=1", "User-Agent: \(Self.droid) Instagram 300.0")
        #expect(inApp.body.contains(referrer.replacing("&", with: "&amp;")))
    }
}
