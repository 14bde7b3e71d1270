import Foundation
import TestSupport
import Testing

/// `association compile`, and that gateways publish what it makes.
@Suite struct AssociationCompileTests {
    /// Exact names, a wildcard with an exact name below it, both platforms, and routes of several forms.
    private static let fleet = """
        { version: 1, tenants: [ {
          name: "acme", web: "https://www.acme.example/",
          apps: [
            { platform: "ios", appID: "8K4QZN7WXT.example.acme.shop" },
            { platform: "android", package: "example.acme.android", fingerprints: [
              "5A:11:C4:7D:09:E2:B3:86:4F:D0:2C:91:7E:A8:33:F6:1B:C9:64:05:DA:72:8E:37:F1:40:AB:9D:26:58:EC:03" ] },
          ],
          domains: [
            { host: "go.acme-links.example", attested: true },
            { host: "*.acme.example", attested: true },
            { host: "own.acme.example", attested: true, caseSensitive: false },
          ],
          routes: [
            { name: "help", pattern: "/help/{rest*}", opens: "none", web: "https://www.acme.example/help" },
            { name: "product", pattern: "/products/{id}", web: "https://www.acme.example/p/{id}" },
            { name: "order", pattern: "/orders/{number:int}", web: "https://www.acme.example/o/{number}" },
            { name: "campaign", pattern: "/c/{slug}", links: true, domains: ["go.acme-links.example"] },
          ],
        } ] }
        """

    private static func compile(_ words: [String], input: String = fleet) throws -> PosternProgram.Outcome {
        try PosternProgram.run(["association", "compile", "--fleet", "-"] + words, input: input)
    }

    @Test func `two gateways on one database serve byte for byte what compile prints`() throws {
        let database = try DatabaseServingTests.database()
        let applied = try PosternProgram.run(
            ["fleet", "apply", "-"], database: database.connectionURL, input: Self.fleet)
        #expect(applied.exitCode == 0, "\(applied.messages)")
        let folder = try TemporaryFolder()
        let file = try folder.write(Self.fleet, to: "fleet.json5")
        let gateways = [
            try GatewayProcess(database: database.connectionURL), try GatewayProcess(database: database.connectionURL),
            try GatewayProcess(["--fleet", file]),
        ]
        for (host, name) in [
            ("go.acme-links.example", "go.acme-links.example"), ("acme.example", "*.acme.example"),
            ("any.acme.example", "*.acme.example"), ("own.acme.example", "own.acme.example"),
        ] {
            for (kind, paths) in [
                ("aasa", ["/.well-known/apple-app-site-association", "/apple-app-site-association"]),
                ("assetlinks", ["/.well-known/assetlinks.json"]),
            ] {
                let compiled = try Self.compile([host, "--kind", kind])
                #expect(compiled.exitCode == 0)
                #expect(try Self.compile([name, "--kind", kind]).output == compiled.output)
                let stored = try DatabaseServingTests.run(
                    ["association", "compile", host, "--kind", kind], database)
                #expect(stored.output == compiled.output)
                for gateway in gateways {
                    for path in paths { #expect(try gateway.get(path, host: host).text == compiled.output) }
                }
            }
        }
    }

    @Test func `compile says on standard error what the file cannot say, and whose it is`() throws {
        let links = try Self.compile(["go.acme-links.example"])
        #expect(
            links.messages == """
                campaign: https://go.acme-links.example/c/x: opens the app for unknown and expired links too \
                [links-open-app]

                """)
        let below = try Self.compile(["any.acme.example"])
        #expect(below.messages.hasPrefix("this is the file of *.acme.example\n"))
        #expect(below.messages.contains("[parent-elsewhere]"))
        #expect(try !Self.compile(["own.acme.example"]).output.contains("\"paths\""))
        let legacy = try Self.compile(["go.acme-links.example", "--legacy-paths"]).output
        #expect(legacy.contains(#""apps":[]"#) && legacy.contains(#""paths":["#))
        #expect(try Self.compile(["own.acme.example", "--legacy-paths"]).exitCode == 65)
    }

    @Test func `a write tells what it brings that the files cannot say, and ends well`() throws {
        let database = try DatabaseServingTests.database()
        try DatabaseServingTests.makeAcme(database)
        let words = ["route", "add", "campaign", "/c/{slug}", "--tenant", "acme", "--links"]
        let note = "note: campaign: https://go.acme.example/c/x: opens the app for unknown and expired links too"
        let added = try DatabaseServingTests.run(words, database)
        #expect(added.messages == "route campaign added as number 2 of 2\n\(note) [links-open-app]\n")
        let changed = try DatabaseServingTests.run(
            ["tenant", "set", "acme", "web=https://new.acme.example/"], database)
        #expect(!changed.messages.contains("note:"), "what was known is not said again")
        let plan = try PosternProgram.run(
            ["fleet", "plan", "-"], database: database.connectionURL, input: Self.manyLinks)
        #expect(plan.exitCode == 2)
        let applied = try PosternProgram.run(
            ["fleet", "apply", "-"], database: database.connectionURL, input: Self.manyLinks)
        #expect(applied.exitCode == 0)
        #expect(applied.messages == "applied\n" + plan.messages)
        #expect(plan.messages.split(separator: "\n").count == 11)
        #expect(plan.messages.hasSuffix("note: and 2 more; 'postern association compile HOST' shows them\n"))
    }

    /// A tenant with twelve routes of links.
    private static var manyLinks: String {
        let routes = (0..<12).map { "{ name: \"r\($0)\", pattern: \"/\($0)/{slug}\", links: true }" }
        return """
            { version: 1, tenants: [ {
              name: "many", web: "https://www.many.example/",
              apps: [ { platform: "ios", appID: "8K4QZN7WXT.example.many" } ],
              domains: [ { host: "go.many.example", attested: true } ],
              routes: [ \(routes.joined(separator: ", ")) ],
            } ] }
            """
    }

    @Test func `a name that nobody has or had is said to be unknown`() throws {
        let database = try DatabaseServingTests.database()
        try DatabaseServingTests.makeAcme(database)
        func code(_ words: [String]) throws -> Int32 {
            try PosternProgram.run(words, database: database.connectionURL).exitCode
        }
        #expect(try code(["association", "history", "go.other.example"]) == 66)
        #expect(try code(["association", "history", "go.acme.example"]) == 0)
        #expect(try code(["audit", "--tenant", "other"]) == 66)
        #expect(try code(["audit", "--tenant", "acme", "--before", "1"]) == 0)
        try DatabaseServingTests.run(["domain", "remove", "go.acme.example", "--tenant", "acme"], database)
        try DatabaseServingTests.run(["tenant", "remove", "acme"], database)
        #expect(try code(["association", "history", "go.acme.example"]) == 0)
        #expect(try code(["audit", "--tenant", "acme"]) == 0)
    }

    @Test func `compile in JSON has the text and the findings`() throws {
        let outcome = try Self.compile(["go.acme-links.example", "--json"])
        #expect(outcome.messages.isEmpty)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        let document = try #require(object["document"] as? [String: Any])
        #expect(document["text"] as? String == (try Self.compile(["go.acme-links.example"]).output))
        #expect(document["tenant"] as? String == "acme")
        let finding = try #require((object["findings"] as? [[String: Any]])?.first)
        #expect(finding["code"] as? String == "links-open-app")
        #expect(finding["route"] as? String == "campaign")
    }

    @Test func `compile says what to do where there is nothing`() throws {
        let unknown = try Self.compile(["ga.acme-links.example"])
        #expect(unknown.exitCode == 66)
        #expect(
            unknown.messages
                == "postern: no tenant of - has ga.acme-links.example; did you mean 'go.acme-links.example'?\n")
        let android = try Self.compile(
            ["go.acme-links.example"],
            input: Self.fleet.replacingOccurrences(
                of: "{ platform: \"ios\", appID: \"8K4QZN7WXT.example.acme.shop\" },", with: ""))
        #expect(android.exitCode == 66)
        #expect(android.messages.contains("'postern app add --tenant acme --ios APPID' gives it one"))
        #expect(
            try PosternProgram.run(["association", "compile", "go.acme-links.example"]).exitCode == 78)
        #expect(try Self.compile(["go.acme-links.example", "--kind", "assetlinks", "--legacy-paths"]).exitCode == 64)
    }
}
