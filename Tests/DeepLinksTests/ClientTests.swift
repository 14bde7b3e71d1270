import TestSupport
import Testing

@testable import DeepLinks

@Suite struct ClientTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var platform: ClientPlatform
        var kind: ClientClass
        var app: InAppBrowser?
        var userAgent: String

        init(_ platform: ClientPlatform, _ kind: ClientClass, _ userAgent: String) {
            self.init(platform, kind, nil, userAgent)
        }

        init(_ platform: ClientPlatform, _ app: InAppBrowser, _ userAgent: String) {
            self.init(platform, .inApp, app, userAgent)
        }

        private init(_ platform: ClientPlatform, _ kind: ClientClass, _ app: InAppBrowser?, _ userAgent: String) {
            self.platform = platform
            self.kind = kind
            self.app = app
            self.userAgent = userAgent
        }

        var testDescription: String { userAgent }
    }

    static let phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
    static let mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)"
    static let apple = "AppleWebKit/605.1.15 (KHTML, like Gecko)"
    static let blink = "AppleWebKit/537.36 (KHTML, like Gecko)"
    static let droid = "Mozilla/5.0 (Linux; Android 15; Pixel 9)"
    static let view = "Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko)"

    static let browsers = [
        Case(.ios, .browser, "\(phone) Version/18.5 Mobile/15E148 Safari/604.1"),
        Case(.ios, .browser, "\(phone) CriOS/137.0 Mobile/15E148 Safari/604.1"),
        Case(.ios, .browser, "\(phone) FxiOS/139.0 Mobile/15E148 Safari/605.1.15"),
        Case(.ios, .browser, "Mozilla/5.0 (iPod touch; CPU iPhone OS 12_5 like Mac OS X) \(apple) Safari/604.1"),
        Case(.ipados, .browser, "Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) \(apple) Version/16.6 Safari/604.1"),
        // An old iPad, which also says what an iPhone says.
        Case(.ipados, .browser, "Mozilla/5.0 (iPad; U; CPU iPhone OS 3_2 like Mac OS X; en-us) \(apple) Safari/531"),
        // Case 78: iPadOS says that it is a Mac.
        Case(.macOrIPad, .browser, "\(mac) \(apple) Version/18.5 Safari/605.1.15"),
        Case(
            .macOrIPad, .browser,
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) \(apple) Version/13.0 Safari/605.1.15"),
        Case(.macOrIPad, .browser, "\(mac) \(apple)"),
        Case(.ipados, .browser, "\(mac) \(apple) CriOS/137 Version/11.1.1 Safari/605.1.15"),
        Case(.macos, .browser, "\(mac) \(blink) Chrome/137.0.0.0 Safari/537.36"),
        Case(.macos, .browser, "\(mac) \(blink) Chrome/137.0.0.0 Safari/537.36 Edg/137.0.0.0"),
        Case(.macos, .browser, "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:139.0) Gecko/20100101 Firefox/139.0"),
        Case(.android, .browser, "\(droid) \(blink) Chrome/137.0.0.0 Mobile Safari/537.36"),
        Case(.android, .browser, "Mozilla/5.0 (Linux; Android 10; K) \(blink) Chrome/137.0.0.0 Mobile Safari/537.36"),
        Case(.android, .browser, "\(droid) \(blink) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36"),
        Case(.android, .browser, "Mozilla/5.0 (Android 15; Mobile; rv:139.0) Gecko/139.0 Firefox/139.0"),
        Case(.android, .browser, "UCWEB/2.0 (MIDP-2.0; U; Adr 10; en-US; RMX2185) U2/1.0.0 UCBrowser/10.7 Mobile"),
        Case(.android, .browser, "Opera/9.80 (Android; Opera Mini/81.0/191.308; U; en) Presto/2.12 Version/12.16"),
        Case(.android, .browser, "\(mac) AppleWebKit/533.16 Version/5.0 Safari/533.16 Silk-Accelerated=true Silk/3.68"),
        Case(.windows, .browser, "Mozilla/5.0 (Windows NT 10.0; Win64; x64) \(blink) Chrome/137.0.0.0 Safari/537.36"),
        Case(.windows, .browser, "Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)"),
        Case(.linux, .browser, "Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0"),
        Case(.linux, .browser, "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) \(blink) Chrome/137.0.0.0 Safari/537.36"),
        Case(.linux, .browser, "Links (2.29; Linux 6.1.0 x86_64; GNU C 12.2; text)"),
        // A telephone with Windows is neither what it says nor a desktop.
        Case(.other, .browser, "Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; RM-1152) \(blink) Edge/15"),
        Case(.other, .browser, "Nokia6300/2.0 (05.50) Profile/MIDP-2.0 Configuration/CLDC-1.1"),
        Case(.other, .browser, "Mozilla/5.0 (Mobile; Nokia 8110 4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5"),
        Case(.other, .browser, "BlackBerry9700/5.0.0.862 Profile/MIDP-2.1 Configuration/CLDC-1.1 VendorID/120"),
        // Nobody who hides is a program for that.
        Case(.other, .browser, ""),
        // Telephones that are called as programs are.
        Case(
            .android, .browser, "Mozilla/5.0 (Linux; Android 11; CUBOT X30) \(blink) Chrome/120.0 Mobile Safari/537.36"),
        Case(
            .android, .browser, "Mozilla/5.0 (Linux; Android 8.1; XBot Junior) \(blink) Chrome/87.0 Mobile Safari/537"),
        Case(.android, .browser, "Mozilla/5.0 (Linux; Android 13; Spider 8) \(blink) Chrome/124.0.0.0 Safari/537.36"),
        Case(
            .android, .browser,
            "Mozilla/5.0 (Linux; U; Android 4.3; ru; Spider Build/JLS36C) \(blink) Mobile Safari/534"),
    ]

    // Case 79.
    static let apps = [
        Case(.ios, .facebook, "\(phone) Mobile/22F76 [FBAN/FBIOS;FBAV/515.0;FBDV/iPhone15,2;FBSV/18.5;FBLC/de_DE]"),
        Case(.android, .facebook, "\(view) Version/4.0 Chrome/137.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/515.0;]"),
        Case(.android, .facebook, "\(view) Version/4.0 Chrome/146.0 Mobile Safari/537.36 MetaIAB Facebook"),
        Case(.ios, .messenger, "\(phone) Mobile/22F76 [FBAN/MessengerForiOS;FBAV/510.0;FBDV/iPhone15,2]"),
        Case(
            .android, .messenger, "\(view) Version/4.0 Chrome/137.0 Mobile Safari/537.36 [FB_IAB/Orca-Android;FBAV/510]"
        ),
        Case(.ios, .instagram, "\(phone) Mobile/22F76 Instagram 300.0.0.10 (iPhone15,2; iOS 18_5; de_DE; scale=3.00)"),
        Case(.android, .instagram, "\(view) Version/4.0 Chrome/137.0 Mobile Safari/537.36 Instagram 300.0 Android"),
        Case(
            .android, .instagram, "Instagram 275.0 Android (22/5.1; 320dpi; 720x1280; CUBOT; S550 Pro; hct6735; en_GB)"),
        Case(.ios, .threads, "\(phone) Mobile/22F76 Barcelona 385.0.0.27 (iPhone15,2; iOS 18_5; en_US)"),
        Case(.ios, .tiktok, "\(phone) Mobile/22F76 musical_ly_35.1.0 JsSdk/2.0 NetType/WIFI BytedanceWebview/d8a21c6"),
        Case(
            .android, .tiktok, "\(view) Version/4.0 Chrome/137.0 Mobile Safari/537.36 trill_350103 BytedanceWebview/d8"),
        Case(
            .ios, .snapchat, "\(phone) Version/18.5 Mobile/15E148 Safari/604.1 Snapchat/13.40.0.41 (like Safari/8621)"),
        Case(.ios, .line, "\(phone) Safari Line/15.8.0"),
        Case(.android, .line, "\(view) Version/4.0 Chrome/137.0 Mobile Safari/537.36 Line/15.8.0/IAB"),
        // A web view of iOS says neither Safari nor another browser.
        Case(.ios, .webView, "\(phone) Mobile/15E148"),
        Case(.ios, .linkedin, "\(phone) Mobile/15E148 [LinkedInApp]/9.31.2213"),
        Case(.ios, .x, "\(phone) Version/18.5 Mobile/15E148 Safari/604.1 Twitter for iPhone/11.2"),
        Case(.android, .x, "\(view) Version/4.0 Chrome/137.0 Mobile Safari/537.36 TwitterAndroid"),
        Case(.ios, .pinterest, "\(phone) Mobile/15E148 [Pinterest/iOS]"),
        Case(.android, .pinterest, "\(view) Version/4.0 Chrome/137.0 Mobile Safari/537.36 [Pinterest/Android]"),
        Case(.ios, .wechat, "\(phone) Mobile/15E148 MicroMessenger/8.0.60(0x18003c2f) NetType/WIFI Language/zh_CN"),
        Case(.ios, .google, "\(phone) GSA/372.0.767 Mobile/15E148 Safari/604.1"),
        Case(.android, .webView, "\(view) Version/4.0 Chrome/137.0 Mobile Safari/537.36"),
        Case(.android, .webView, "\(view) Version/4.0 Chrome/137.0 Mobile Safari/537.36 Viber/25.1"),
    ]

    // Case 76.
    static let programs = [
        Case(.other, .preview, "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)"),
        Case(.other, .preview, "facebookexternalhit/1.1;line-poker/1.0"),
        // Apple's Messages imitates three others at once, on a Mac's text.
        Case(
            .macOrIPad, .preview,
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 "
                + "Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0"),
        Case(.other, .preview, "WhatsApp/2.23.20.0"), Case(.other, .preview, "WhatsApp/2.23 A"),
        Case(.other, .preview, "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"),
        Case(.other, .preview, "TelegramBot (like TwitterBot)"), Case(.other, .preview, "Twitterbot/1.0"),
        Case(.other, .preview, "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)"),
        Case(.other, .preview, "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)"),
        Case(.other, .preview, "Mozilla/5.0 (compatible; Pinterestbot/1.0; +https://www.pinterest.com/bot.html)"),
        Case(.other, .preview, "Pinterest/0.2 (+https://www.pinterest.com/bot.html)"),
        Case(.other, .preview, "Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots"),
        Case(
            .windows, .preview, "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@x"),
        Case(.other, .crawler, "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"),
        Case(
            .android, .crawler,
            "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) \(blink) Chrome/137.0 Mobile Safari/537.36 "
                + "(compatible; Googlebot/2.1; +http://www.google.com/bot.html)"),
        Case(
            .android, .crawler,
            "Mozilla/5.0 (Linux; Android 7.0;) \(blink) Mobile Safari/537.36 (compatible; PetalBot;+https://x.example)"),
        Case(
            .ios, .crawler,
            "\(phone) Version/18.5 Mobile/15E148 Safari/604.1 (Applebot/0.1; +http://www.apple.com/go/applebot)"),
        Case(.other, .crawler, "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)"),
        Case(.other, .crawler, "Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)"),
        Case(.other, .crawler, "Mozilla/5.0 (compatible; NobodyKnowsThisOne/1.0; ops@site.example)"),
        Case(.macOrIPad, .crawler, "\(mac) \(apple) Mediapartners-Google"),
        Case(.linux, .crawler, "Mozilla/5.0 (X11; Linux x86_64) \(blink) HeadlessChrome/137.0.0.0 Safari/537.36"),
        Case(.other, .crawler, "curl/8.5.0"), Case(.other, .crawler, "Wget/1.21.4"),
        Case(.other, .crawler, "python-requests/2.32.3"), Case(.other, .crawler, "Go-http-client/2.0"),
        Case(.other, .crawler, "okhttp/4.12.0"), Case(.other, .crawler, "Java/17.0.11"),
        Case(.other, .crawler, "node"), Case(.other, .crawler, "NeverSeenBefore/0.1"),
        Case(.other, .monitor, "kube-probe/1.30"), Case(.other, .monitor, "ELB-HealthChecker/2.0"),
        Case(.other, .monitor, "GoogleHC/1.0"),
        Case(.other, .monitor, "Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)"),
        Case(.other, .monitor, "Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)"),
        Case(.linux, .monitor, "Mozilla/5.0 (X11; Linux x86_64) \(blink) Chrome/137.0 Safari/537.36 PTST/240515"),
        Case(.linux, .monitor, "Mozilla/5.0 (X11; Linux x86_64) \(blink) Chrome/137.0 Safari/537.36 PTST 2.395"),
        Case(.macos, .monitor, "\(mac) \(blink) Chrome/137.0 Safari/537.36 DebugBear"),
        Case(.linux, .crawler, "Mozilla/5.0 (Unknown; Linux x86_64) \(blink) wkhtmltoimage Safari/537.36"),
        Case(
            .android, .preview,
            "\(droid) \(blink) Chrome/137.0 Mobile Safari/537.36 GoogleMessages/15.1 (preview)"),
    ]

    @Test(arguments: browsers + apps + programs)
    func `a user agent says who asks: cases 76, 78 and 79`(of one: Case) {
        let client = Client(userAgent: Array(one.userAgent.utf8).span)
        #expect(client == Client(platform: one.platform, kind: one.kind, app: one.app))
    }

    @Test func `no text is too long or too strange to be read`() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let bytes = (0..<Int.random(in: 0...4_000, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            _ = Client(userAgent: bytes.span)
        }
        let late = String(repeating: "x", count: UserAgentTable.longest) + " bot"
        #expect(Client(userAgent: Array("Mozilla/5.0 Gecko \(late)".utf8).span).kind == .browser)
    }

    @Test func `the automaton finds what a search for each entry finds`() {
        for one in Self.browsers + Self.apps + Self.programs {
            let text = one.userAgent.lowercased()
            var expected: ClientSigns = []
            for entry in UserAgentEntry.all where !entry.pattern.hasPrefix("^") && !entry.pattern.hasPrefix("|") {
                if text.contains(entry.pattern) { expected.formUnion(entry.signs) }
            }
            let special: ClientSigns = [.cancelling, .closing, .modelWord]
            let found = UserAgentTable.shared.signs(in: Array(one.userAgent.utf8).span)
            #expect(found.isSuperset(of: expected.subtracting(special)), "\(one.userAgent)")
        }
    }

    @Test func `each entry is in lower case, stands once and says where it is from`() {
        #expect(Set(UserAgentEntry.all.map(\.pattern)).count == UserAgentEntry.all.count)
        for entry in UserAgentEntry.all {
            #expect(entry.pattern == entry.pattern.lowercased())
            #expect(!entry.source.isEmpty)
        }
    }

    @Test(
        arguments: [
            // Chrome on Android that asks for the desktop's page says that it is on Linux.
            (.linux, "\"Linux\"", "?1", .android), (.linux, "\"Android\"", "?0", .android),
            (.linux, "\"Chrome OS\"", "?0", .linux), (.macOrIPad, "\"macOS\"", "?0", .macos),
            (.macOrIPad, "\"Unknown\"", "?0", .macos), (.windows, "\"Windows\"", "?0", .windows),
            (.other, "\"iOS\"", "?1", .ios), (.other, "Android", nil, .other), (.macOrIPad, nil, nil, .macOrIPad),
            (.android, nil, "?1", .android), (.ios, "\"\"", "?1", .ios),
        ] as [(ClientPlatform, String?, String?, ClientPlatform)]
    )
    func `hints say more than the user agent`(
        platform: ClientPlatform, hint: String?, mobile: String?, expected: ClientPlatform
    ) {
        var client = Client(platform: platform)
        let (hintBytes, mobileBytes) = (Array((hint ?? "").utf8), Array((mobile ?? "").utf8))
        client.refine(
            platformHint: hint == nil ? nil : hintBytes.span, mobileHint: mobile == nil ? nil : mobileBytes.span)
        #expect(client.platform == expected)
    }
}
