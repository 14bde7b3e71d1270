import DeepLinks
import Testing

@testable import ClientCode

@Suite struct SwiftCodeTests {
    private func enumText(_ routes: String) throws -> String {
        try Sample.swift(Sample.links(Sample.tenant(routes: routes)), file: "/AcmeLink.swift")
    }

    private func route(_ name: String, _ pattern: String) -> String {
        #"{ name: "\#(name)", pattern: "\#(pattern)", web: "https://www.acme.example/" },"#
    }

    @Test func `a route that begins other names is their root`() throws {
        let text = try enumText(route("profile", "/profile/{id}") + route("profile.settings", "/profile/{id}/settings"))
        #expect(text.contains("case profile(Profile)"))
        #expect(text.contains("        case root(id: String)\n"))
        #expect(text.contains("        case settings(id: String)\n"))
    }

    @Test func `many captures are a type of their own`() throws {
        let text = try enumText(route("search", "/s/{q}?from={from?}&page={page}&sort={sort:up|down}"))
        #expect(text.contains("case search(Search)"))
        #expect(text.contains("public struct Search: Hashable, Sendable {"))
        #expect(text.contains("public init(q: String, from: String? = nil, page: String, sort: Sort) {"))
    }

    @Test func `words that Swift keeps for itself are escaped`() throws {
        let text = try enumText(
            route("default", "/d") + route("init", "/i") + route("url", "/u") + route("string.x", "/s/{type:a|self}")
                + route("login", "/l/{in}/{query_id}"))
        #expect(text.contains("    case `default`\n"))
        #expect(text.contains("    case initLink\n"))
        #expect(text.contains("    case urlLink\n"))
        #expect(text.contains("enum StringLinks:"))
        #expect(text.contains("enum TypeChoice:"))
        #expect(text.contains(#"        case selfValue = "self""#))
        #expect(text.contains("    case login(inValue: String, queryId: String)\n"))
    }

    @Test func `listed values are shared where they are the same, and named by the route where not`() throws {
        let text = try enumText(
            route("a", "/a/{to:x|y}") + route("b", "/b/{to:x|y}") + route("c", "/c/{to:z|%C3%A9}"))
        #expect(text.contains("case a(to: To)"))
        #expect(text.contains("case b(to: To)"))
        #expect(text.contains("case c(to: CTo)"))
        #expect(text.contains(#"        case value = "%C3%A9""#))
    }

    @Test func `the wildcard's parent is an entitlement of its own`() throws {
        let domains = """
            { host: "*.acme.example", attested: true }, { host: "acme.example", attested: true },
            { host: "go.links.example", attested: true }
            """
        let links = try Sample.links(Sample.tenant(domains: domains, routes: route("a", "/a")))
        let text = try Sample.swift(links, file: "AcmeLinks-Debug.entitlements")
        let lines = text.split(separator: "\n").filter { $0.contains("applinks:") }.map { $0.drop { $0 == " " } }
        #expect(
            lines == [
                "<string>applinks:acme.example?mode=developer</string>",
                "<string>applinks:go.links.example?mode=developer</string>",
                "<string>applinks:*.acme.example?mode=developer</string>",
            ])
    }

    @Test func `only domains on which a route opens the app are named, and names below a wildcard among them`() throws {
        let domains = """
            { host: "*.acme.example", attested: true }, { host: "stay.acme.example", attested: true },
            { host: "www.links.example", attested: true }
            """
        let route =
            #"{ name: "a", pattern: "/a", domains: ["*.acme.example"], web: "https://www.acme.example/" }"#
        let links = try Sample.links(Sample.tenant(domains: domains, routes: route))
        #expect(links.claimed.map(\.name.text) == ["stay.acme.example", "*.acme.example"])
        #expect(try !Sample.swift(links, file: "AcmeLinks.entitlements").contains("www.links.example"))
        #expect(try Sample.swift(links, file: "README.md").contains("url(on: \"www.acme.example\")"))
    }

    @Test func `credentials and App Clips have entitlements of their own`() throws {
        var tenant = try Sample.tenant(routes: route("a", "/a"))
        tenant.apps[0].hasWebCredentials = true
        tenant.apps[0].appClips = [try #require(AppID("8K4QZN7WXT.example.acme.shop.Clip"))]
        let text = try Sample.swift(Sample.links(tenant), file: "AcmeLinks.entitlements")
        #expect(text.contains("<string>webcredentials:go.acme.example</string>"))
        #expect(text.contains("<string>appclips:go.acme.example</string>"))
    }

    @Test func `an uploaded association file is spoken of: the code follows the routes`() throws {
        var tenant = try Sample.tenant(routes: route("a", "/a"))
        let readme = { try Sample.swift(Sample.links(tenant), file: "README.md") }
        #expect(try !readme().contains("uploaded"))
        tenant.domains[0].uploads.aasa = Array("{}".utf8)
        #expect(try readme().contains("The association file of `go.acme.example` is uploaded"))
        #expect(try Sample.links(tenant, app: "droid").uploading.isEmpty)
    }

    @Test(arguments: [
        ("orders.pastYear", "Orders past year"), ("userID", "User ID"), ("profile.root", "Profile root"),
        ("faqPDF", "Faq PDF"), ("self", "Self"), ("urlPath", "Url path"),
    ])
    func `a screen's title is the route's name in words`(name: String, title: String) throws {
        let code = SwiftCode(try Sample.links(Sample.tenant(routes: route(name, "/a"))), revision: "0")
        let text = try #require(code.sketches.first { $0.path.hasSuffix("+Title.swift") }).text
        #expect(text.contains("String(localized: \"\(title)\")"))
    }
}
