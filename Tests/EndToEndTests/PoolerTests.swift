import TestSupport
import Testing

/// The whole program behind pgbouncer in transaction mode.
@Suite struct PoolerTests {
    @Test
    func `gateways and commands go through a pooler, with the server's own address for notifications and without`()
        throws
    {
        let database = try DatabaseServingTests.database()
        try DatabaseServingTests.makeAcme(database)
        let pooler = try PgBouncer(before: database.cluster)
        let pooled = pooler.connectionURL(database: database.name)
        func run(_ words: [String], input: String = "", ending code: Int32 = 0) throws -> PosternProgram.Outcome {
            let outcome = try PosternProgram.run(words, database: pooled, input: input)
            #expect(outcome.exitCode == code, "\(words.joined(separator: " ")): \(outcome.messages)")
            return outcome
        }
        let gateways = [
            try GatewayProcess(
                ["--node-name=direct", "--database-direct", database.connectionURL], database: pooled),
            try GatewayProcess(["--node-name=pooled"], database: pooled),
        ]
        try eventually { try run(["gateways"]).output.contains("pooled") }
        _ = try run(["route", "add", "campaign", "/c/{slug}", "--tenant", "acme", "--links"])
        _ = try run(["link", "add", "https://go.acme.example/c/summer", "--to", "/products/7"])
        _ = try run(
            ["link", "import", "--tenant", "acme", "-"],
            input: "url,to\nhttps://go.acme.example/c/x,/products/9\n")
        _ = try run(
            [
                "route", "set", "product", "--tenant", "acme", "web=https://www.acme.example/q/{id}", "--wait",
                "--timeout", "60s",
            ])
        for gateway in gateways {
            #expect(try gateway.get("/products/1", host: "go.acme.example").location == "https://www.acme.example/q/1")
            #expect(
                try gateway.follow("/c/summer", host: "go.acme.example").location == "https://www.acme.example/q/7")
            #expect(try gateway.follow("/c/x", host: "go.acme.example").location == "https://www.acme.example/q/9")
        }
        _ = try run(["fleet", "export", "--links"])
        _ = try run(["drift"])
        // A migration holds a lock for a session, which there is none of.
        let refused = try run(["migrate"], ending: 65)
        #expect(refused.messages.contains("the server's own address"))
        for gateway in gateways { #expect(gateway.stop() == 0) }
    }
}
