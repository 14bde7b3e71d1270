import Testing

@testable import DeepLinks

@Suite struct ClientTests {
    static let safari = "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0"

    @Test(
        arguments: [
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) \(safari) Mobile/15E148 Safari/604.1", .ios,
                .browser
            ),
            ("Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X) \(safari) Mobile/15E148 Safari/604.1", .ipados, .browser),
            ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) \(safari) Safari/605.1.15", .macOrIPad, .browser),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/130.0 Safari/537.36", .macos,
                .browser
            ),
            ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:130.0) Gecko/20100101 Firefox/130.0", .macos, .browser),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 CriOS/130 Safari/605.1.15",
                .ipados, .browser
            ),
            (
                "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36",
                .android, .browser
            ),
            ("Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 Chrome/130.0", .android, .inApp),
            ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0", .windows, .browser),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", .linux, .browser),
            ("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/130.0", .linux, .browser),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 [FBAN/FBIOS;FBAV/480]", .ios,
                .inApp
            ),
            ("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", .other, .crawler),
            ("facebookexternalhit/1.1", .other, .preview), ("WhatsApp/2.23.20.0", .other, .preview),
            ("Slackbot-LinkExpanding 1.0", .other, .preview), ("Twitterbot/1.0", .other, .preview),
            ("kube-probe/1.30", .other, .monitor), ("curl/8.0", .other, .browser), ("", .other, .browser),
            ("i", .other, .browser),
        ] as [(String, ClientPlatform, ClientClass)]
    )
    func `the obvious clients are told apart`(userAgent: String, platform: ClientPlatform, kind: ClientClass) {
        #expect(Client(userAgent: Array(userAgent.utf8).span) == Client(platform: platform, kind: kind))
    }
}
