import TestSupport
import Testing

@testable import Gateway

/// Links of a fleet file.
@Suite struct LinkTests {
    private static func link(
        _ location: String, _ status: String = "302 Found", _ caching: String = "no-store"
    ) -> [String] {
        var head = redirect(location, status, caching)
        // Short links stay out of search indexes (case 42).
        head.insert("X-Robots-Tag: noindex", at: head.count - 2)
        return head
    }

    static let found: [(target: String, host: String, head: [String])] = [
        ("/c/spring", "go.shop.example", link("https://store.shop.example/s?list=a%2Fb&utm_source=a#top")),
        // Cases 50 and 51 hold for a link's own URL too.
        (
            "/c/spring?utm_source=b&x=1", "go.shop.example",
            link("https://store.shop.example/s?list=a%2Fb&utm_source=a&x=1#top")
        ),
        ("/c/spring/", "go.shop.example", link("https://store.shop.example/s?list=a%2Fb&utm_source=a#top")),
        // Case 70: one slug in several spellings.
        ("/c/%EA%B5%AC", "go.shop.example", link("https://store.shop.example/ko")),
        ("/c/%ea%b5%ac", "go.shop.example", link("https://store.shop.example/ko")),
        // A path goes through the routes once more.
        ("/c/path", "go.shop.example", link("https://www.shop.example/i/7?ref=7&color=red")),
        ("/c/path?color=blue&x=1", "go.shop.example", link("https://www.shop.example/i/7?ref=7&color=red&x=1")),
        ("/c/lost", "go.shop.example", link("https://www.shop.example/")),
        ("/c/begun", "go.shop.example", link("https://www.shop.example/i/7?ref=7")),
        // Afterwards it leads on, and nobody may keep that.
        ("/c/led?b=2", "go.shop.example", link("https://store.shop.example/over?a=1&b=2")),
        // Case 75: the link's route says how its redirect is kept, not the route that its path leads to.
        ("/c/moved", "go.shop.example", link("https://www.shop.example/new/7")),
        (
            "/k/book", "go.shop.example",
            link("https://store.shop.example/book", "301 Moved Permanently", "public, max-age=600")
        ),
        (
            "/k/path", "go.shop.example",
            link("https://www.shop.example/ever", "301 Moved Permanently", "public, max-age=600")
        ),
        // Case 69: letters fold where the domain says so.
        ("/c/Summer", "fold.shop.example", link("https://store.shop.example/summer")),
        ("/C/SUMMER", "fold.shop.example", link("https://store.shop.example/summer")),
        // A wildcard's link holds for every name.
        ("/c/one", "a.wild.example", link("https://wild-web.example/1")),
        ("/c/one", "b.wild.example", link("https://wild-web.example/1")),
    ]

    @Test(arguments: found)
    func `a link leads where it says`(target: String, host: String, head: [String]) throws {
        let gateway = try GatewayFixture()
        #expect(try gateway.ask(target, host: host).head == head)
    }

    @Test(
        arguments: [
            ("/c/none", "go.shop.example"), ("/c/Spring", "go.shop.example"), ("/c/summer", "go.shop.example"),
            ("/c/spring", "fold.shop.example"), ("/k/spring", "go.shop.example"), ("/c/one", "own.wild.example"),
            ("/c/metrics", "go.shop.example"), ("/c/early", "go.shop.example"), ("/c/paused", "go.shop.example"),
            ("/c/blocked", "go.shop.example"),
        ]
    )
    func `an unknown link is not found`(target: String, host: String) throws {
        let gateway = try GatewayFixture()
        let response = try gateway.ask(target, host: host)
        #expect(response.head == notFound)
        #expect(response.body == Page.notFound.description)
    }

    @Test func `a link whose time is over is gone`() throws {
        let gateway = try GatewayFixture()
        let response = try gateway.ask("/c/over")
        #expect(response.head == page("410 Gone", Page.gone))
        #expect(response.body == Page.gone.description)
    }

    @Test(arguments: [
        ("de-AT,en;q=0.5", "de", "Nicht gefunden", "Nicht mehr verfügbar"),
        ("fr", "fr", "Page introuvable", "Plus disponible"),
        ("es-MX", "es", "No encontrado", "Ya no está disponible"),
        ("ja", "ja", "ページが見つかりません", "ご利用いただけません"),
        ("ar-EG", "ar", "الصفحة غير موجودة", "لم يعد متاحًا"),
        ("nl, en", "en", "Not found", "No longer available"), ("xx-!!", "en", "Not found", "No longer available"),
    ])
    func `what is not there is said in the reader's language`(
        languages: String, language: String, missing: String, over: String
    ) throws {
        let gateway = try GatewayFixture()
        let paths = ["/c/none", "/c/over", "/c/paused", "/a/../b", "/c/none"]
        for path in paths {
            let response = try gateway.ask(path, "Accept-Language: \(languages)")
            let title = path == "/c/over" ? over : missing
            #expect(response.status == (path == "/c/over" ? 410 : 404))
            #expect(response.body.contains("<html lang=\"\(language)\""))
            #expect(response.body.contains("<title>\(title)</title>") && response.body.contains("<h1>\(title)</h1>"))
            #expect(response.body.contains(" dir=\"rtl\"") == (language == "ar"))
            #expect(response.fields["cache-control"] == "no-store")
        }
        // Who asks for a host that is no tenant's learns nothing.
        #expect(try gateway.ask("/", host: "unknown.example", "Accept-Language: \(languages)").head == notFound)
    }

    @Test func `a link cannot lead to a link`() throws {
        let text = SampleFleet.text.replacing("/nothing/here", with: "/c/spring")
        #expect {
            try GatewayFixture(text)
        } throws: { error in
            "\(error)".contains("a link cannot lead to a link")
        }
    }

    @Test func `links are answered in the order of their requests`() throws {
        let gateway = try GatewayFixture()
        let client = try gateway.connect()
        let paths = ["/c/spring", "/see", "/c/none", "/k/book", "/items/7"]
        client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: go.shop.example\r\n\r\n" }.joined())
        #expect(paths.map { _ in client.receiveResponse().status } == [302, 303, 404, 301, 302])
    }
}
