import DeepLinks
import Testing

@Suite struct SchemeURLTests {
    struct Case: CustomTestStringConvertible {
        let pattern: String
        let template: String?
        let url: String
        let schemeURL: String?
        var testDescription: String { "\(pattern) \(template ?? "-") \(url)" }

        init(_ pattern: String, _ template: String?, _ url: String, _ schemeURL: String?) {
            self.pattern = pattern
            self.template = template
            self.url = url
            self.schemeURL = schemeURL
        }
    }

    static let cases: [Case] = [
        Case("/item/{id}", nil, "/item/42", "acme://item/42"),
        Case("/item/{id}", nil, "/item/a%2fb!'(c)", "acme://item/a%2Fb%21%27%28c%29"),
        Case("/item-{id}.html", nil, "/item-4%2E2.html", "acme:///item-4.2.html"),
        Case("/{id}", nil, "/42", "acme:///42"),
        Case("/", nil, "/", "acme:///"),
        Case("/docs/{rest*}", nil, "/docs/a/b%20c", "acme://docs/a/b%20c"),
        Case("/docs/{rest*}", nil, "/docs", "acme://docs"),
        Case("/caf%C3%A9/{id}", nil, "/caf%C3%A9/1", "acme:///caf%C3%A9/1"),
        Case("/help?topic=faq", nil, "/help?topic=faq&x=1", "acme://help?topic=faq"),
        Case("/r?id={id}", nil, "/r?id=a+b%26c", "acme://r?id=a%2Bb%26c"),
        Case("/p/{id}?color={color?}", nil, "/p/7?color=red", "acme://p/7?color=red"),
        Case("/p/{id}?color={color?}", nil, "/p/7?color=", "acme://p/7"),
        Case(
            "/p/{id}?color={color?}", "item/{id}?c={color}&from=web", "/p/7?color=red", "acme://item/7?c=red&from=web"),
        Case("/p/{id}?color={color?}", "item/{id}?c={color}&from=web", "/p/7", "acme://item/7?from=web"),
        Case("/p/{id}", "{id}/open", "/p/7", "acme:///7/open"),
        Case("/{lang:en|fr}/u/{id}", "u/{id}/{lang}", "/fr/u/x%20y", "acme://u/x%20y/fr"),
        Case("/docs/{rest*}", "d/{rest}", "/docs/a/b", "acme://d/a/b"),
        // A query's value may be what a path's may not.
        Case("/r?id={id}", "item/{id}", "/r?id=..", nil),
        Case("/r?id={id}", "item/{id}", "/r?id=%2E%2e", nil),
    ]

    @Test(arguments: cases) func `a link is written as the client code writes it`(test: Case) throws {
        let route = Route(
            name: try #require(RouteName("r")), pattern: try RoutePattern(test.pattern),
            destination: .web(try URLTemplate("https://www.acme.example/")),
            schemeURL: try test.template.map { text throws(RuleViolation) in try SchemeTemplate(text) })
        let set = RouteSet(fallback: try URLTemplate("https://www.acme.example/"), routes: [route])
        let match = try #require(AppDecisions(set).match(try LinkURL("https://go.acme.example\(test.url)")))
        #expect(route.schemeURL(try #require(URLScheme("acme")), captures: match.captures) == test.schemeURL)
    }
}
