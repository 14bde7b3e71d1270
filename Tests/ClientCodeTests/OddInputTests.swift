import DeepLinks
import Foundation
import Testing

@testable import ClientCode

/// What a tenant may well have, and what would break the code if it were written as it is.
@Suite struct OddInputTests {
    private func route(_ name: String, _ pattern: String, _ more: String = "") -> String {
        #"{ name: "\#(name)", pattern: "\#(pattern)", web: "https://www.acme.example/"\#(more) },"#
    }

    private func kotlin(_ tenant: Tenant, file: String) throws -> String {
        let code = KotlinCode(try ClientLinks(tenant, in: .kotlin, app: nil), revision: "0")
        return try #require(code.files.first { $0.path.hasSuffix(file) }).text
    }

    @Test func `a pending domain is not in the code: it may be another tenant's`() throws {
        let tenant = try Sample.tenant(
            domains: #"{ host: "go.acme.example", attested: true }, { host: "new.acme.example" }"#,
            routes: route("item", "/item/{id}"))
        let links = try Sample.links(tenant)
        #expect(links.domains.map(\.name.text) == ["go.acme.example"])
        #expect(try !Sample.swift(links, file: ".entitlements").contains("new.acme.example"))
        var pending = tenant
        pending.domains.removeFirst()
        #expect(throws: ClientCodeError.noDomain) { try Sample.links(pending) }
    }

    @Test func `a route named like a function of the code makes room for it`() throws {
        let links = try Sample.links(
            Sample.tenant(routes: route("query", "/query") + route("find", "/find?q={q?}")))
        let text = try Sample.swift(links, file: "/AcmeLink.swift")
        #expect(text.contains("case queryLink\n"))
        #expect(text.contains("case find(q: String? = nil)\n"))
    }

    @Test(arguments: [".entitlements", "-Debug.entitlements", "Info.plist"])
    func `comments of XML have no two hyphens in a row`(file: String) throws {
        let tenant = try Sample.tenant(
            domains: #"{ host: "*.xn--zrich-kva.example", attested: true }"#, scheme: "acme",
            routes: route("item", "/item"))
        let text = try Sample.swift(Sample.links(tenant), file: file)
        for comment in text.matches(of: /<!--(?<text>(?s:.*?))-->/) {
            #expect(!comment.output.text.contains("--"), "\(comment.output.text)")
        }
    }

    @Test func `a manifest's comments have no two hyphens in a row`() throws {
        let text = try kotlin(
            Sample.tenant(
                domains: ##"{ host: "go.acme.example", attested: true, optOut: { query: "web", fragment: "web" } }"##,
                routes: route("item", "/item/{id}")), file: "AndroidManifest.xml")
        #expect(text.contains("<!-- Wider than the routes: links that opt out are taken too. -->"))
    }

    @Test func `an asterisk in an example does not open a comment within Kotlin's comment`() throws {
        let text = try kotlin(
            Sample.tenant(routes: route("docs", "/docs/{page}", #", examples: ["/docs/*"]"#)), file: "/AcmeLink.kt")
        #expect(text.contains(" * https://go.acme.example/docs/%2A\n"))
        #expect(text.components(separatedBy: "/*").count == text.components(separatedBy: "*/").count)
    }

    @Test func `listed values that Kotlin would write alike get names of their own`() throws {
        let text = try kotlin(Sample.tenant(routes: route("fit", "/fit/{size:m2A|m2a}")), file: "/AcmeLink.kt")
        let entries = text.matches(of: /(?<name>[A-Z0-9_]+)\("m2[Aa]"\)/).map { String($0.output.name) }
        #expect(entries.count == 2 && Set(entries).count == 2, "\(entries)")
    }

    @Test(arguments: [
        // A bad escape is no text that an app could read.
        (#"{ name: "find", pattern: "/find?q={q?}", examples: ["/find?q=%zz", "/find?q=a%20b"] }"#, ["/find?q=a%20b"]),
        // Printed with another escape, it would be the route's that stays in the browser.
        (
            #"{ name: "one", pattern: "/p/a%2Fb", opens: "none" }, { name: "page", pattern: "/p/{id}", examples: ["/p/a%2fb", "/p/c"] }"#,
            ["/p/c"]
        ),
    ])
    func `an example that an app cannot print again is left out`(routes: String, kept: [String]) throws {
        let routes = routes.replacing("pattern:", with: #"web: "https://www.acme.example/", pattern:"#)
        let links = try Sample.links(Sample.tenant(routes: routes))
        let urls = links.opening.flatMap(\.examples).map(\.url.description)
        #expect(urls == kept.map { "https://go.acme.example\($0)" })
    }

    @Test func `a value in a string of Kotlin has braces only where it needs them`() throws {
        let text = try kotlin(
            Sample.tenant(routes: route("item", "/item/{id:int}") + route("page", "/page-{n:int}px")),
            file: "/AcmeLinkPrinting.kt")
        #expect(text.contains(#""/item/$id""#))
        #expect(text.contains(#""/page-${n}px""#))
    }

    @Test func `a long table is several functions, whose names no route gets`() throws {
        let routes = (1...120).map { route("routesFrom\($0)", "/r\($0)/{id}") }.joined()
        let tenant = try Sample.tenant(routes: routes)
        let swift = try Sample.swift(Sample.links(tenant), file: "+Parsing.swift")
        #expect(swift.contains("        let parts = [\n            routesFrom1,\n            routesFrom51,\n"))
        #expect(swift.components(separatedBy: ") throws -> Self? {").count == 4)
        #expect(swift.contains(".routesFrom51Link(id:") && swift.contains(".routesFrom52(id:"))
        let kotlin = try kotlin(tenant, file: "/AcmeLink.kt")
        #expect(
            kotlin.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
                "routesFrom1(link) ?: routesFrom51(link) ?: routesFrom101(link) ?: throw link.mismatch()"))
        let short = try Sample.swift(Sample.links(Sample.tenant(routes: route("a", "/a"))), file: "+Parsing.swift")
        #expect(!short.contains("parts"))
    }

    @Test func `a text of many values is broken into lines that swift-format leaves`() throws {
        let pattern = "/" + (1...8).map { "a-long-literal-\($0)-{capture\($0)}" }.joined(separator: "/")
        let tenant = try Sample.tenant(routes: route("many", pattern))
        let swift = try Sample.swift(Sample.links(tenant), file: "+Printing.swift")
        #expect(swift.split(separator: "\n").allSatisfy { $0.count <= 100 })
        #expect(swift.contains("\n                + \"/a-long-literal-3-"))
        let kotlin = try kotlin(tenant, file: "/AcmeLinkPrinting.kt")
        #expect(kotlin.split(separator: "\n").allSatisfy { $0.count <= 120 })
    }

    @Test func `a keyword behind a dot has no backticks`() throws {
        let links = try Sample.links(Sample.tenant(routes: route("default", "/d") + route("class.in", "/c/{to:is|x}")))
        #expect(try Sample.swift(links, file: "/AcmeLink.swift").contains("    case `default`\n"))
        let parsing = try Sample.swift(links, file: "+Parsing.swift")
        #expect(parsing.contains("return .default\n") && parsing.contains("return try .class(.in(to: "))
        #expect(try Sample.swift(links, file: "Tests.swift").contains(".class(.in(to: .is))"))
    }

    @Test func `the revision is another one when the app's identity is`() throws {
        let tenant = try Sample.tenant(routes: route("item", "/item"))
        var other = tenant
        other.apps[0] = App(name: tenant.apps[0].name, identity: tenant.apps[1].identity)
        #expect(try Sample.links(tenant).canonicalForm != Sample.links(other).canonicalForm)
    }
}
