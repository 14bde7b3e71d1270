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

    @Test func `domains with the same routes share a filter`() throws {
        let text = try text(
            "AndroidManifest.xml",
            files(
                domains: """
                    { host: "a.acme.example", attested: true }, { host: "b.acme.example", attested: true },
                    { host: "*.links.example", attested: true }
                    """,
                route("a", "/a") + route("b", "/b", #", domains: ["*.links.example"]"#)))
        let filters = text.split(separator: "<intent-filter android:autoVerify=\"true\">").dropFirst()
        #expect(filters.map { $0.split(separator: "android:host=").count - 1 } == [2, 1])
        #expect(filters.map { $0.contains("android:path=\"/b\"") } == [false, true])
    }

    @Test func `patterns have a filter of their own, which Android 11 reads as all paths and not as none`() throws {
        let text = try text(
            "AndroidManifest.xml", files(route("a", "/a") + route("b", "/b/{id}") + route("c", "/c/{rest*}")))
        let filters = text.split(separator: "<intent-filter android:autoVerify=\"true\">").dropFirst()
        #expect(filters.map { $0.contains("android:path=") } == [true, false])
        #expect(filters.map { $0.contains("android:pathAdvancedPattern=") } == [false, true])
    }

    @Test func `names and texts are spelled as Kotlin wants them`() {
        #expect(KotlinSpelling.entry("orderHistory") == "ORDER_HISTORY")
        #expect(KotlinSpelling.entry("value12") == "VALUE12")
        #expect(KotlinSpelling.literal("a\"$b\\é\n") == #""a\"\$b\\\u00E9\u000A""#)
    }
}
