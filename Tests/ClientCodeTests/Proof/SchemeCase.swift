import DeepLinks
import Testing

/// A URL of an app whose routes have scheme URL templates, tails and no texts of their own, and what the app makes of it.
struct SchemeCase {
    let url: String
    /// The link in Swift, or `!` and why there is none, as the drivers write it.
    ///
    /// Kotlin has types for the names of the cases.
    let link: String
    /// What the link is printed as; `-` is nothing.
    let own: String

    init(_ url: String, _ link: String, _ own: String = "-") {
        self.url = url
        self.link = link
        self.own = own
    }

    static func tenant() throws -> Tenant {
        try Sample.tenant(
            scheme: "acme",
            routes: """
                { name: "month", pattern: "/{year:int4}/{month:int2}", opens: ["tablet"], web: "https://w.example/" },
                { name: "day", pattern: "/{year:int4}/{day:int3}?q={q}", web: "https://w.example/" },
                { name: "item", pattern: "/item/{id:int}", schemeURL: "open?kind=item&id={id}&flag", web: "https://w.example/" },
                { name: "docs", pattern: "/docs/{rest*}", schemeURL: "d/{rest}/end", web: "https://w.example/" },
                { name: "user", pattern: "/u/{name}?tab={tab?}", schemeURL: "user/{name}/{tab}", web: "https://w.example/" },
                { name: "stay", pattern: "/x/{id}", schemeURL: "stay/{id}", opens: "none", web: "https://w.example/" },
                { name: "free", pattern: "/any/{id}", schemeURL: "{id}/any", web: "https://w.example/" },
                { name: "letter", pattern: "/a/{x:b|c}", web: "https://w.example/" },
                { name: "tail", pattern: "/t/{id}A", web: "https://w.example/" },
                """)
    }

    static let cases = [
        SchemeCase("acme://open?kind=item&id=42", "item(id=42)", "acme://open?kind=item&id=42"),
        SchemeCase("acme:open?x=y&id=42&kind=item#z", "item(id=42)", "acme://open?kind=item&id=42"),
        SchemeCase("https://go.acme.example/item/42", "item(id=42)", "acme://open?kind=item&id=42"),
        SchemeCase("acme:///open?kind=item&id=x", "!malformedParameter"),
        SchemeCase("acme:///open?kind=other&id=1", "!malformedParameter"),
        SchemeCase("acme:///open?id=1", "!missingParameter"),
        SchemeCase("acme://item/42", "!noSuchRoute"),
        SchemeCase("acme://d/a/b%2Fc/end", "docs(rest=[61;622f63])", "acme://d/a/b%2Fc/end"),
        SchemeCase("acme://d/end/", "docs(rest=[])", "acme://d/end"),
        SchemeCase("ACME:/user/ann/info", "user(name=616e6e,tab=696e666f)", "acme://user/ann/info"),
        SchemeCase("acme://user/ann", "!noSuchRoute"),
        SchemeCase("https://go.acme.example/u/ann", "user(name=616e6e,tab=nil)", "-"),
        SchemeCase("https://go.acme.example/u/ann?tab=%E2%82", "user(name=616e6e,tab=nil)", "-"),
        // An earlier route takes what this one is printed as.
        SchemeCase("https://go.acme.example/any/stay", "free(id=73746179)", "-"),
        SchemeCase("https://go.acme.example/any/a%3Ab", "free(id=613a62)", "acme:///a%3Ab/any"),
        SchemeCase("acme:///a:b/any", "free(id=613a62)", "acme:///a%3Ab/any"),
        SchemeCase("acme://stay/1", "!noSuchRoute"),
        SchemeCase("acme://a/b/", "letter(x=b)", "acme://a/b"),
        SchemeCase("acme:", "!noSuchRoute"),
        SchemeCase("acme://user/%2E%2E/info", "!noSuchRoute"),
        // The tail ends what is an escape in the URL: what it leaves of that is text.
        SchemeCase("https://go.acme.example/t/x%4A", "tail(id=782534)", "acme://t/x%254A"),
        SchemeCase("https://go.acme.example/t/%C3%AA", "tail(id=2543332541)", "acme://t/%25C3%25AA"),
        SchemeCase("acme://t/x%254A", "tail(id=782534)", "acme://t/x%254A"),
        SchemeCase("https://go.acme.example/t/%A", "!noSuchRoute"),
        // Two segments alone do not say that a route without texts of its own was meant.
        SchemeCase("https://go.acme.example/some/page", "!noSuchRoute"),
        SchemeCase("https://go.acme.example/a/other", "!malformedParameter"),
        SchemeCase("https://go.acme.example/2026/366", "!missingParameter"),
        SchemeCase("https://www.acme.example/item/42", "!unknownHost"),
        SchemeCase("https://go.acme.example:8443/item/42", "!unknownHost"),
        SchemeCase("https://ann@go.acme.example/item/42", "!unknownHost"),
    ]

    /// Hosts to print a link on, and what is printed.
    static let hosts = [
        ("go.acme.example", "https://go.acme.example/item/42"), ("GO.Acme.example", "https://go.acme.example/item/42"),
        ("go.acme.example.", "-"), ("go.acme.example:443", "-"), ("ann@go.acme.example", "-"),
        ("go.acme.example/item?x=", "-"), ("go.acme.example/item/42#", "-"), ("other.example", "-"),
    ]

    /// Asks a driver for all of them; `index` is the app's among those that it has.
    static func check(app index: Int, _ answers: ([String]) throws -> [Substring]) throws {
        let found = try answers(cases.map { "\(index) go.acme.example \($0.url)" })
        for (answer, item) in zip(found, cases) { item.check(answer) }
        let printed = try answers(hosts.map { "\(index) \($0.0) https://go.acme.example/item/42" })
        for (answer, (host, text)) in zip(printed, hosts) {
            #expect(answer.split(separator: "\t").dropFirst().first.map(String.init) == text, "\(host)")
        }
    }

    /// Compares the answer of a driver; `~` is a URL that its platform has no value for.
    private func check(_ answer: Substring) {
        let parts = answer.split(separator: "\t")
        guard answer != "~" else { return }
        #expect(parts[0].lowercased() == link.lowercased(), "\(url): \(answer)")
        if parts.count == 3 { #expect(parts[2] == own, "\(url): \(answer)") }
    }
}
