import Foundation
import TestSupport
import Testing

/// `link import` and `link export`, and what a gateway makes of the links.
@Suite struct LinkImportTests {
    private let database: TestDatabase

    init() throws {
        database = try DatabaseServingTests.database()
        try DatabaseServingTests.makeAcme(database)
        try DatabaseServingTests.run(
            ["route", "add", "campaign", "/c/{slug}", "--tenant", "acme", "--links"], database)
    }

    private static let header =
        (["url", "to", "starts", "expires", "afterwards", "paused", "blocked"]
        + ["other", "ios", "ipados", "macOrIPad", "android", "macos", "windows", "linux"].map { "platforms.\($0)" }
        + ["preview.title", "preview.description", "preview.image", "note", "tags"]).joined(separator: ",") + "\n"

    private func importing(_ text: String, _ more: String...) throws -> PosternProgram.Outcome {
        try PosternProgram.run(
            ["link", "import", "-", "--tenant", "acme"] + more, database: database.connectionURL, input: text)
    }

    private func exported(_ more: String...) throws -> String {
        try DatabaseServingTests.run(["link", "export", "--tenant", "acme"] + more, database).output
    }

    @Test(arguments: ["csv", "jsonl"])
    func `what is exported is imported again, and served`(form: String) throws {
        let csv =
            Self.header + #"""
                https://go.acme.example/c/later,/products/1,2098-01-01T00:00:00Z,2099-01-01T00:00:00Z,https://www.acme.example/over,true,true,,https://apps.apple.com/app/id1,,,/products/2,,,,"A ""title""",What it is,https://www.acme.example/a.png,"For, whom",summer
                https://go.acme.example/c/summer,"https://www.acme.example/a,b?x=%2B",,,,,,,,,,,,,,,,,,"a,b"
                https://go.acme.example/c/t%C3%BCr,/products/42,,2099-01-01T00:00:00Z,,,,,,,,,,,,,,,,

                """#
        let outcome = try importing(csv)
        #expect(outcome.exitCode == 0, "\(outcome.messages)")
        #expect(outcome.messages == "3 links: 3 new, 0 changed, 0 as they were\n")
        #expect(try exported() == csv)
        let text = try exported("--format", form)
        let again = try importing(text, "--format", form, "--update")
        #expect(again.messages == "3 links: 0 new, 0 changed, 3 as they were\n")
        #expect(try exported("--format", form) == text)
        let gateway = try GatewayProcess(database: database.connectionURL)
        #expect(
            try gateway.get("/c/summer", host: "go.acme.example").location == "https://www.acme.example/a,b?x=%2B")
        #expect(try gateway.get("/c/t%C3%BCr", host: "go.acme.example").location == "https://www.acme.example/p/42")
        #expect(gateway.stop() == 0)
    }

    @Test func `every line that cannot be taken is told, and nothing is imported`() throws {
        let outcome = try importing(
            """
            url,to,expires
            https://go.acme.example/c/good,https://www.acme.example/,
            https://go.acme.example/c/bad,javascript:alert(1),
            https://go.acme.example/nowhere,https://www.acme.example/,
            https://go.other.example/c/x,https://www.acme.example/,
            https://go.acme.example/c/none,,
            https://go.acme.example/c/comma,https://www.acme.example/a,b,
            https://go.acme.example/c/time,https://www.acme.example/,tomorrow
            https://go.acme.example/c/good,https://www.acme.example/again,

            """)
        #expect(outcome.exitCode == 65)
        let lines = outcome.messages.split(separator: "\n").map(String.init)
        let expected = [
            (3, "a destination begins with https:// or http://"), (4, "no route matches"),
            (5, "the tenant has no domain go.other.example"),
            (6, "to: the destination is missing"), (7, "it has 4 fields where the header has 3"),
            (8, "a time is RFC 3339"), (9, "an earlier line has this link"),
        ]
        for (line, problem) in expected {
            #expect(
                lines.contains { $0.contains("line \(line): ") && $0.contains(problem) }, "\(line): \(outcome.messages)"
            )
        }
        #expect(outcome.messages.contains("nothing was imported"))
        #expect(try exported().split(separator: "\n").count == 1)
        let json = try importing(
            "{\"url\":\n[]\n{\"url\": \"https://go.acme.example/c/x\", \"to\": 7}\n", "--format", "jsonl")
        #expect(json.messages.contains("line 1: "))
        #expect(json.messages.contains("line 2: a JSON object is wanted on each line"))
        #expect(json.messages.contains("line 3: to: \"7\""))
    }

    @Test func `exports of Firebase Dynamic Links and of Shlink are taken, other columns by name`() throws {
        let firebase = """
            Short link,Deep link (link),Android package name (apn),Android fallback link (afl),Social title (st),Social image link (si),Archived?,Link name
            https://acme.page.link/m9Mm,https://www.acme.example/welcome,com.acme,https://www.acme.example/droid,Hello,,false,"Welcome, all"
            https://acme.page.link/n8Nn,https://www.acme.example/more,com.acme,,,https://www.acme.example/a.png,false,

            """
        let shlink = """
            createdAt;shortUrl;longUrl;title;tags
            2024-01-01;https://s.acme.example/abc12;https://www.acme.example/s;Title;a|b

            """
        let under = ["--under", "https://go.acme.example/c/"]
        let taken = try importing(firebase, "--preset", "firebase", under[0], under[1])
        #expect(taken.exitCode == 0, "\(taken.messages)")
        #expect(
            taken.messages.hasPrefix("passed over: \"Android package name (apn)\", \"Archived?\"\n2 links: 2 new, "))
        #expect(try importing(shlink, "--preset", "shlink", under[0], under[1]).exitCode == 0)
        let dry = try importing("slug,to\nz,/products/1\n", "--dry-run", under[0], under[1])
        #expect(dry.messages == "1 links: 1 new, 0 changed, 0 as they were; nothing was written\n")
        let own = "Kurz,Ziel\nbücher,https://www.acme.example/b\n"
        #expect(try importing(own, "--column", "slug=Kurz", "--column", "to=Ziel", under[0], under[1]).exitCode == 0)
        #expect(
            try exported() == Self.header + """
                https://go.acme.example/c/abc12,https://www.acme.example/s,,,,,,,,,,,,,,,,,Title,"a,b"
                https://go.acme.example/c/b%C3%BCcher,https://www.acme.example/b,,,,,,,,,,,,,,,,,,
                https://go.acme.example/c/m9Mm,https://www.acme.example/welcome,,,,,,,,,,https://www.acme.example/droid,,,,Hello,,,"Welcome, all",
                https://go.acme.example/c/n8Nn,https://www.acme.example/more,,,,,,,,,,,,,,,,,,

                """)
        let listed = try DatabaseServingTests.run(["link", "list", "--tenant", "acme", "--tag", "b"], database)
        #expect(listed.output.contains("/c/abc12"))
        #expect(!listed.output.contains("/c/m9Mm"))
        let without = try importing("a,b\n1,2\n")
        #expect(without.exitCode == 65)
        #expect(without.messages.contains("the header names no column"))
    }

    @Test func `lines without a slug get one that nobody guesses, and so does link add`() throws {
        #expect(
            try importing(
                "to\nhttps://www.acme.example/1\nhttps://www.acme.example/2\n", "--under", "https://go.acme.example/c"
            ).exitCode == 0)
        let added = try DatabaseServingTests.run(
            ["link", "add", "https://go.acme.example/c/", "--generate", "--to", "https://www.acme.example/3"], database)
        #expect(added.messages.contains("guesses"))
        let urls = try exported().split(separator: "\n").dropFirst().compactMap { $0.split(separator: ",").first }
        #expect(Set(urls).count == 3)
        #expect(urls.contains(added.output.dropLast()))
        #expect(urls.allSatisfy { $0.hasPrefix("https://go.acme.example/c/") && $0.utf8.count == 26 + 9 })
    }
}
