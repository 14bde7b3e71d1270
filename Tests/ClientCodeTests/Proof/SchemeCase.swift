import DeepLinks
import Testing

/// A URL of an app whose routes have scheme URL templates and tails, and what the app makes of it.
struct SchemeCase {
    let url: String
    /// The link in Swift, as the drivers write it; `nil` for none.
    ///
    /// Kotlin has types for the names of the cases.
    let link: String?
    /// What the link is printed as; `-` is nothing.
    let own: String

    init(_ url: String, _ link: String?, _ own: String = "-") {
        self.url = url
        self.link = link
        self.own = own
    }

    static func tenant() throws -> Tenant {
        try Sample.tenant(
            scheme: "acme",
            routes: """
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
        SchemeCase("acme:///open?kind=item&id=x", nil),
        SchemeCase("acme:///open?kind=other&id=1", nil),
        SchemeCase("acme://item/42", nil),
        SchemeCase("acme://d/a/b%2Fc/end", "docs(rest=[61;622f63])", "acme://d/a/b%2Fc/end"),
        SchemeCase("acme://d/end/", "docs(rest=[])", "acme://d/end"),
        SchemeCase("ACME:/user/ann/info", "user(name=616e6e,tab=696e666f)", "acme://user/ann/info"),
        SchemeCase("acme://user/ann", nil),
        SchemeCase("https://go.acme.example/u/ann", "user(name=616e6e,tab=nil)", "-"),
        // An earlier route takes what this one is printed as.
        SchemeCase("https://go.acme.example/any/stay", "free(id=73746179)", "-"),
        SchemeCase("https://go.acme.example/any/a%3Ab", "free(id=613a62)", "acme:///a%3Ab/any"),
        SchemeCase("acme:///a:b/any", "free(id=613a62)", "acme:///a%3Ab/any"),
        SchemeCase("acme://stay/1", nil),
        SchemeCase("acme://a/b/", "letter(x=b)", "acme://a/b"),
        SchemeCase("acme:", nil),
        SchemeCase("acme://user/%2E%2E/info", nil),
        // The tail ends what is an escape in the URL: what it leaves of that is text.
        SchemeCase("https://go.acme.example/t/x%4A", "tail(id=782534)", "acme://t/x%254A"),
        SchemeCase("https://go.acme.example/t/%C3%AA", "tail(id=2543332541)", "acme://t/%25C3%25AA"),
        SchemeCase("acme://t/x%254A", "tail(id=782534)", "acme://t/x%254A"),
        SchemeCase("https://go.acme.example/t/%A", nil),
    ]

    /// Compares the answer of a driver; `~` is a URL that its platform has no value for.
    func check(_ answer: Substring) {
        let parts = answer.split(separator: "\t")
        guard answer != "~" else { return }
        #expect(answer == "!" ? link == nil : parts[0].lowercased() == link, "\(url): \(answer)")
        if link != nil, parts.count == 3 { #expect(parts[2] == own, "\(url): \(answer)") }
    }
}
