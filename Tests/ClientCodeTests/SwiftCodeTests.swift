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
}
