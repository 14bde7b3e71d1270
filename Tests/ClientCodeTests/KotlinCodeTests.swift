import DeepLinks
import Testing

@testable import ClientCode

@Suite struct KotlinCodeTests {
    private func files(
        domains: String = #"{ host: "go.acme.example", attested: true }"#, _ routes: String
    ) throws -> [CodeFile] {
        let tenant = try Sample.tenant(domains: domains, routes: routes)
        return KotlinCode(try ClientLinks(tenant, in: .kotlin, app: nil), revision: "0").files
    }

    private func text(_ end: String, _ files: [CodeFile]) throws -> String {
        try #require(files.first { $0.path.hasSuffix(end) }).text
    }

    private func route(_ name: String, _ pattern: String, _ more: String = "") -> String {
        #"{ name: "\#(name)", pattern: "\#(pattern)", web: "https://www.acme.example/"\#(more) },"#
    }

    @Test func `links are types of their own and make room for Kotlin's`() throws {
        let text = try text(
            "/AcmeLink.kt",
            files(
                route("recipes.list", "/recipes") + route("recipes.detail", "/recipes/{id:int}/{val}/{to:a-b|c}")
                    + route("to", "/to/{to:x|y}/{rest*}")))
        #expect(text.contains("sealed interface Recipes : AcmeLink {"))
        #expect(text.contains("data object ListLink : Recipes"))
        #expect(
            text.contains("        data class Detail(\n            val id: Long,\n            val valValue: String,\n"))
        #expect(text.contains("            val to: To,\n        ) : Recipes"))
        #expect(text.contains("AB(\"a-b\"),") || text.contains("A_B(\"a-b\"),"))
        #expect(
            text.contains(
                "data class To(\n        val to: ToChoice,\n        val rest: List<String>,\n    ) : AcmeLink"))
    }

    @Test func `the manifest writes lists out, and says where a filter is wider`() throws {
        let lines = try text(
            "AndroidManifest.xml",
            files(
                route("new", "/p/new.html", #", opens: "none""#) + route("page", "/p/{id}.html")
                    + route("lang", "/{lang:en|de}/a%26b") + route("docs", "/docs/{rest*}")
                    + route("year", "/y/{year:int4}?q={q}")))
        let text = lines.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains(#"android:pathAdvancedPattern="/p/[^/]+/{0,1}""#))
        #expect(text.contains("the end of a segment is not asked for"))
        #expect(text.contains("new should stay in the browser"))
        #expect(!text.contains("lang: wider"))
        #expect(text.contains(#"android:path="/en/a&amp;b""#) && text.contains(#"android:path="/de/a&amp;b/""#))
        #expect(text.contains(#"android:path="/docs""#) && text.contains(#"android:pathPrefix="/docs/""#))
        #expect(text.contains(#"android:pathAdvancedPattern="/y/[0-9]{4}/{0,1}""#))
        #expect(text.contains("its query is not asked for"))
    }

    struct Lines: CustomTestStringConvertible {
        let pattern: String
        /// The attributes of the route's lines, in order.
        let data: [String]
        /// What the comment says besides the route's name.
        var note = ""
        var more = ""
        var testDescription: String { pattern }
    }

    static let lines = [
        Lines(
            pattern: "/{lang:en|de}/p/{id}",
            data: [
                #"pathAdvancedPattern="/en/p/[^/]+/{0,1}""#, #"pathAdvancedPattern="/de/p/[^/]+/{0,1}""#,
            ]),
        Lines(
            pattern: "/n/{x:int}2", data: [#"pathAdvancedPattern="/n/[^/]+/{0,1}""#],
            note: ": wider than the route: the end of a segment is not asked for."),
        Lines(pattern: "/n/{x:int4}2", data: [#"pathAdvancedPattern="/n/[0-9]{4}2/{0,1}""#]),
        Lines(pattern: "/n/{x:int}px", data: [#"pathAdvancedPattern="/n/[0-9]{1,18}px/{0,1}""#]),
        Lines(
            pattern: "/n/a%2Fb", data: [#"path="/n/a/b""#, #"path="/n/a/b/""#],
            note: ": wider than the route: a slash is taken for its escape."),
        Lines(
            pattern: "/{id}", data: [#"pathAdvancedPattern="/[^/]+/{0,1}""#],
            note: ": wider than the route: paths that the gateway answers itself are taken too."),
        Lines(
            pattern: "/{rest*}", data: [#"pathPrefix="/""#],
            note: ": wider than the route: paths that the gateway answers itself are taken too;"
                + " narrower than the route: a host without a slash behind it is not taken."),
        Lines(
            pattern: "/", data: [#"path="/""#],
            note: ": narrower than the route: a host without a slash behind it is not taken."),
        Lines(
            pattern: "/n/{id}", data: [#"pathAdvancedPattern="/n/[^/]+/{0,1}""#],
            note: ": narrower than the route: a value with a slash in it is not taken.",
            more: #", examples: ["/n/a%2fb"]"#),
        Lines(
            pattern: "/{a:1|2|3|4|5|6}/{b:1|2|3|4|5|6}", data: [#"pathAdvancedPattern="/[^/]+/[^/]+/{0,1}""#],
            note: ": wider than the route: any text is taken for a listed value."),
    ]

    @Test(arguments: lines) func `a filter's lines are exact or say what else they take`(_ item: Lines) throws {
        let text = try text("AndroidManifest.xml", files(route("it", item.pattern, item.more)))
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let lines = item.data.map { "<data android:\($0) />" }.joined(separator: " ")
        #expect(text.contains("<!-- it\(item.note) --> \(lines) </intent-filter>"), "\(text)")
    }

    @Test func `a filter says once what is so of all its routes`() throws {
        let domains = """
            { host: "a.acme.example", attested: true, caseSensitive: false },
            { host: "*.acme.example", attested: true, optOut: { query: "web", fragment: "web" } }
            """
        let text = try text("AndroidManifest.xml", files(domains: domains, route("a", "/a") + route("b", "/b")))
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            text.contains(
                "<!-- Wider than the routes: links that opt out are taken too. Narrower than the routes on"
                    + " a.acme.example: the case of letters counts. --> <!-- a -->"))
        #expect(
            text.contains(
                "<!-- Names below acme.example, deeper ones too; Android reads the file of acme.example. -->"
                    + #" <data android:host="*.acme.example" />"#))
    }

    @Test func `a wildcard's filter names the exact names below it whose routes differ`() throws {
        let domains = """
            { host: "*.acme.example", attested: true }, { host: "go.acme.example", attested: true },
            { host: "beta.acme.example", attested: true }
            """
        let text = try text(
            "AndroidManifest.xml",
            files(domains: domains, route("a", "/a", #", domains: ["*.acme.example", "go.acme.example"]"#)))
        #expect(
            text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
                "deeper ones too, and beta.acme.example, whose routes differ; Android reads the file of acme.example."))
    }

    @Test func `an app that fills in what people saved says so in its statement`() throws {
        var tenant = try Sample.tenant(routes: route("a", "/a"))
        let statement = {
            try text("assetlinks.json", KotlinCode(Sample.links(tenant, app: "droid"), revision: "0").files)
        }
        #expect(try !statement().contains("creds"))
        tenant.apps[2].hasWebCredentials = true
        #expect(
            try statement().contains(
                #"["delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds"]"#))
    }

    @Test func `a branch that has no room on a line puts all in braces`() throws {
        let long = (1...4).map { "a-long-literal-\($0)-{capture\($0)}" }.joined(separator: "/")
        let text = try text("/AcmeLinkPrinting.kt", files(route("a", "/a") + route("many", "/\(long)?q={q?}")))
        #expect(text.contains("            AcmeLink.A -> {\n                \"/a\"\n            }\n\n"))
    }

    @Test func `domains with the same routes share a filter`() throws {
        let text = try text(
            "AndroidManifest.xml",
            files(
                domains: """
                    { host: "a.acme.example", attested: true }, { host: "b.acme.example", attested: true },
                    { host: "*.links.example", attested: true }
                    """,
                route("a", "/a") + route("b", "/b", #", domains: ["*.links.example"]"#)))
        let filters = text.split(separator: "<intent-filter android:autoVerify=\"true\"").dropFirst()
        #expect(filters.map { $0.split(separator: "android:host=").count - 1 } == [2, 1])
        #expect(filters.map { $0.contains("android:path=\"/b\"") } == [false, true])
    }

    @Test func `patterns have a filter of their own, which Android 11 reads as all paths and not as none`() throws {
        let text = try text(
            "AndroidManifest.xml", files(route("a", "/a") + route("b", "/b/{id}") + route("c", "/c/{rest*}")))
        let filters = text.split(separator: "<intent-filter android:autoVerify=\"true\"").dropFirst()
        #expect(filters.map { $0.contains("android:path=") } == [true, false])
        #expect(filters.map { $0.contains("android:pathAdvancedPattern=") } == [false, true])
        #expect(filters.map { $0.hasPrefix(" tools:targetApi=\"31\">") } == [false, true])
    }

    @Test func `names and texts are spelled as Kotlin wants them`() {
        #expect(KotlinSpelling.entry("orderHistory") == "ORDER_HISTORY")
        #expect(KotlinSpelling.entry("value12") == "VALUE12")
        #expect(KotlinSpelling.entry("faqPDF") == "FAQ_PDF")
        #expect(KotlinSpelling.literal("a\"$b\\é\n") == #""a\"\$b\\\u00E9\u000A""#)
    }
}
