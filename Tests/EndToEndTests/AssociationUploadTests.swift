import Foundation
import TestSupport
import Testing

/// `association upload`: a file of the tenant's own, to the socket and back.
@Suite struct AssociationUploadTests {
    private static let host = "go.acme.example"
    private static let file = #"""
        {
          "applinks": {
            "details": [{"appIDs": ["8K4QZN7WXT.example.acme.shop"], "components": [{"/": "/a/*/b"}]}]
          }
        }

        """#

    private static func upload(
        _ words: [String], _ database: TestDatabase, input: String = file
    ) throws -> PosternProgram.Outcome {
        try PosternProgram.run(
            ["association", "upload", host, "--kind", "aasa"] + words, database: database.connectionURL, input: input)
    }

    @Test func `an uploaded file is served unchanged, decides in resolve, and goes again`() throws {
        let database = try DatabaseServingTests.database()
        try DatabaseServingTests.makeAcme(database)
        let gateway = try GatewayProcess(database: database.connectionURL)
        func served() throws -> String {
            try gateway.get("/.well-known/apple-app-site-association", host: Self.host).text
        }
        try eventually { try served().contains("/products/") }
        let compiled = try served()
        let done = try Self.upload(["-"], database)
        #expect(done.exitCode == 0)
        #expect(done.messages.hasPrefix("go.acme.example publishes the uploaded file\n"))
        try eventually { try served() == Self.file }
        let list = try DatabaseServingTests.run(["association", "list"], database).output
        #expect(list.contains("uploaded"))
        #expect(try DatabaseServingTests.run(["association", "show", Self.host], database).output == Self.file)
        let made = try DatabaseServingTests.run(["association", "compile", Self.host], database)
        #expect(made.output == compiled)
        #expect(made.messages.hasPrefix("go.acme.example publishes an uploaded file; this one is not served\n"))

        let words = ["resolve", "https://go.acme.example/products/42"]
        for words in [words, words + ["--gateway", "http://\(gateway.address("admin"))"]] {
            let answer = try DatabaseServingTests.run(words, database).output
            #expect(
                answer.contains(
                    "example.acme.shop stays shut, for no rule of the uploaded aasa matches; the routes say otherwise"),
                "\(answer)")
        }
        let json = try DatabaseServingTests.run(
            ["resolve", "https://go.acme.example/a/x/y/b", "--json"], database
        ).output
        #expect(json.contains(#""rule": "/applinks/details/0/components/0""#))

        try DatabaseServingTests.run(
            ["route", "set", "product", "--tenant", "acme", "opens=none"], database)
        #expect(try DatabaseServingTests.run(["association", "show", Self.host], database).output == Self.file)
        try DatabaseServingTests.run(["route", "set", "product", "--tenant", "acme", "opens=all"], database)
        #expect(try Self.upload(["--none"], database).exitCode == 0)
        try eventually { try served() == compiled }
    }

    @Test func `a file with errors is refused with its errors, and taken by force`() throws {
        let database = try DatabaseServingTests.database()
        try DatabaseServingTests.makeAcme(database)
        let refused = try Self.upload(["-"], database, input: "{,}")
        #expect(refused.exitCode == 65)
        #expect(refused.messages.contains("[invalid-json]"))
        #expect(try Self.upload(["-", "--force"], database, input: "{,}").exitCode == 0)
        let audit = try DatabaseServingTests.run(["audit", "--json", "--limit", "1"], database).output
        #expect(audit.contains("\"forced\"") && audit.contains("invalid-json"))
        #expect(try Self.upload(["-"], database, input: "").exitCode == 65)
        #expect(try Self.upload([], database).exitCode == 64)
        #expect(try Self.upload(["-", "--none"], database).exitCode == 64)
        #expect(try Self.upload(["/does/not/exist"], database).exitCode == 66)
        #expect(
            try PosternProgram.run(
                ["association", "upload", "go.other.example", "--none", "--kind", "aasa"],
                database: database.connectionURL
            ).exitCode == 66)
    }

    @Test func `a wildcard and its parent get a file together`() throws {
        let database = try DatabaseServingTests.database()
        try DatabaseServingTests.makeAcme(database)
        for name in ["*.acme-links.example", "acme-links.example"] {
            try DatabaseServingTests.run(["domain", "add", name, "--tenant", "acme", "--attested"], database)
        }
        let outcome = try PosternProgram.run(
            ["association", "upload", "acme-links.example", "-", "--kind", "aasa"], database: database.connectionURL,
            input: Self.file)
        #expect(
            outcome.messages.hasPrefix(
                "*.acme-links.example publishes the uploaded file\nacme-links.example publishes the uploaded file\n"))
        let below = try PosternProgram.run(
            ["association", "upload", "a.acme-links.example", "-", "--kind", "aasa"], database: database.connectionURL,
            input: Self.file)
        #expect(below.exitCode == 66)
        #expect(below.messages.contains("upload it there"))
    }

    @Test func `a program reads why a file is refused, what it made, and which apps it does not name`() throws {
        let database = try DatabaseServingTests.database()
        try DatabaseServingTests.makeAcme(database)
        let refused = try Self.upload(["-", "--json"], database, input: "{,}")
        #expect(refused.exitCode == 65)
        #expect(refused.output.contains(#""documents": []"#) && refused.output.contains(#""code": "invalid-json""#))

        let file = Self.file.replacing("acme.shop", with: "acme.Shop")
        let taken = try Self.upload(["-", "--json"], database, input: file)
        #expect(taken.exitCode == 0)
        let number = try #require(taken.output.firstMatch(of: /"number": \d+/)).output
        #expect(taken.output.contains(#""source": "uploaded""#))
        #expect(taken.output.contains(#""code": "upload-unknown-app""#))
        #expect(taken.messages.contains("did you mean 8K4QZN7WXT.example.acme.shop? [upload-unknown-app]"))
        let answer = try DatabaseServingTests.run(["resolve", "https://go.acme.example/a/x/y/b"], database).output
        #expect(answer.contains("for the uploaded aasa does not name it"), "\(answer)")

        let shown = try DatabaseServingTests.run(["association", "show", Self.host, "--json"], database).output
        #expect(shown.contains(number) && shown.contains(#""text": "#))
        // Nothing was edited by hand, so nothing changes.
        let published = try DatabaseServingTests.run(["association", "publish", Self.host, "--json"], database).output
        #expect(published.contains(#""documents": []"#))
    }
}
