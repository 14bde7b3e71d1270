import TestSupport
import Testing

/// From `domain add` to a live name: the whole way of a tenant that proves control, and of one that cannot (case 95).
@Suite struct OwnershipTests {
    private static let host = "go.acme.example"

    private func verify(
        _ names: TestNameServer, _ database: TestDatabase, _ more: String...
    ) throws -> PosternProgram.Outcome {
        try PosternProgram.run(
            [
                "domain", "verify", Self.host, "--dns-server", "\(names.address)", "--ca",
                try CertificateAuthority.shared().bundle,
            ] + more,
            database: database.connectionURL)
    }

    @Test func `a name is served once its tenant has proved control of it, and never before`() throws {
        let database = try DatabaseServingTests.database()
        let run = { (words: [String]) in try DatabaseServingTests.run(words, database) }
        for tenant in ["acme", "other"] {
            _ = try run(["tenant", "add", tenant, "--web", "https://www.\(tenant).example/"])
        }
        let added = try run(["domain", "add", Self.host, "--tenant", "acme"])
        let parts = added.output.split(separator: "\"")
        #expect(parts.first == "_postern.go.acme.example. TXT ")
        let text = String(try #require(parts.dropFirst().first))
        #expect(added.messages.contains("https://go.acme.example/.well-known/postern-verification.txt"))
        #expect(try run(["domain", "show", Self.host, "--tenant", "acme"]).output.contains(text))
        _ = try run(["domain", "add", Self.host, "--tenant", "other"])

        let gateway = try GatewayProcess(database: database.connectionURL)
        let names = try TestNameServer(zone: [:])
        let early = try verify(names, database, "--tenant", "acme")
        #expect(early.exitCode == 1)
        #expect(early.messages.contains("not proved: _postern.go.acme.example: the name does not exist"))
        #expect(try gateway.get("/", host: Self.host).status == 404)

        // The other tenant's token is another.
        names.set("_postern.go.acme.example", [.txt([text])])
        #expect(try verify(names, database, "--tenant", "other").exitCode == 1)
        #expect(try verify(names, database).exitCode == 64)
        let proved = try verify(names, database, "--tenant", "acme")
        #expect(proved.exitCode == 0, "\(proved.messages)")
        #expect(proved.messages.contains("tenant acme has proved control of go.acme.example by DNS"))
        try eventually { try gateway.get("/", host: Self.host).location == "https://www.acme.example/" }

        // A record that goes later changes nothing.
        names.set("_postern.go.acme.example", nil)
        #expect(try verify(names, database, "--tenant", "acme").exitCode == 1)
        #expect(try gateway.get("/", host: Self.host).status == 302)

        // Given up, the name is held for nobody, until the operator lets it go.
        _ = try run(["domain", "remove", Self.host, "--tenant", "acme"])
        let held = try PosternProgram.run(
            ["domain", "set", Self.host, "--tenant", "other", "attested=true"], database: database.connectionURL)
        #expect(held.exitCode == 65)
        #expect(held.messages.contains("held for 30 days"))
        _ = try run(["domain", "release", Self.host])
        _ = try run(["domain", "set", Self.host, "--tenant", "other", "attested=true"])
        try eventually { try gateway.get("/", host: Self.host).location == "https://www.other.example/" }
        #expect(gateway.stop() == 0)
    }
}
