import Foundation
import Glibc
import TestSupport
import Testing

/// `--wait`, with gateways that serve, stand still and die.
@Suite struct GatewayWaitTests {
    private static func gateways(_ database: TestDatabase) throws -> [GatewayProcess] {
        let gateways = try ["one", "two"].map { name in
            try GatewayProcess(["--node-name=\(name)"], database: database.connectionURL)
        }
        try eventually { try database.psql("SELECT count(*) FROM fleet.gateways") == "2" }
        return gateways
    }

    private static func write(
        _ page: String, _ more: [String], _ database: TestDatabase
    ) throws -> PosternProgram.Outcome {
        try PosternProgram.run(
            ["route", "set", "product", "--tenant", "acme", "web=https://www.acme.example/\(page)/{id}", "--wait"]
                + more, database: database.connectionURL)
    }

    @Test func `a write that was waited for is served by all gateways when the command ends`() throws {
        let database = try DatabaseServingTests.database()
        try DatabaseServingTests.makeAcme(database)
        let gateways = try Self.gateways(database)
        for round in 0..<5 {
            let outcome = try Self.write("q\(round)", ["--timeout", "60s"], database)
            #expect(outcome.exitCode == 0, "\(outcome.messages)")
            #expect(outcome.messages.contains("2 gateways serve it"))
            for gateway in gateways {
                let answer = try gateway.get("/products/42", host: "go.acme.example")
                #expect(answer.location == "https://www.acme.example/q\(round)/42")
            }
        }
        // A change of links has a number too.
        try DatabaseServingTests.run(
            ["route", "add", "campaign", "/c/{slug}", "--tenant", "acme", "--links", "--wait", "--timeout", "60s"],
            database)
        try DatabaseServingTests.run(
            ["link", "add", "https://go.acme.example/c/x", "--to", "/products/1", "--wait", "--timeout", "60s"],
            database)
        for gateway in gateways {
            #expect(
                try gateway.follow("/c/x", host: "go.acme.example").location == "https://www.acme.example/q4/1")
        }
    }

    @Test func `one that stands still is named with 75, a silent one too unless it is ignored or forgotten`() throws {
        let database = try DatabaseServingTests.database()
        try DatabaseServingTests.makeAcme(database)
        let gateways = try Self.gateways(database)
        gateways[1].signal(SIGSTOP)
        let still = try Self.write("a", ["--timeout", "1s"], database)
        #expect(still.exitCode == 75)
        #expect(still.messages.contains("written, but not yet served by all gateways:\n"))
        #expect(still.messages.contains("  two: "))

        try database.psql("UPDATE fleet.gateways SET seen_at = now() - interval '1 minute' WHERE name = 'two'")
        let silent = try Self.write("b", ["--timeout", "1s"], database)
        #expect(silent.exitCode == 75 && silent.messages.contains("  two: silent, last there at "))
        // On a machine that stalls, the other one may be silent for a moment too.
        try eventually {
            let ignored = try Self.write("c", ["--ignore-silent", "--timeout", "60s"], database)
            return ignored.exitCode == 0 && ignored.messages.contains("1 gateway serves it; silent: two")
        }

        gateways[1].signal(SIGCONT)
        try eventually {
            try database.psql("SELECT seen_at > now() - interval '5 s' FROM fleet.gateways WHERE name = 'two'") == "t"
        }
        #expect(try Self.write("d", ["--timeout", "60s"], database).exitCode == 0)

        gateways[1].signal(SIGKILL)
        _ = gateways[1].waitForEnd()
        try database.psql("UPDATE fleet.gateways SET seen_at = now() - interval '1 minute' WHERE name = 'two'")
        func forget(_ name: String) throws -> PosternProgram.Outcome {
            try PosternProgram.run(["gateways", "forget", name], database: database.connectionURL)
        }
        #expect(try forget("two").exitCode == 0)
        #expect(try forget("twos").exitCode == 66)
        try database.psql(
            """
            INSERT INTO fleet.gateways (name, version, cursor, seen_at)
            VALUES ('three', '1', 0, now() + interval '1 hour')
            """)
        let live = try forget("three")
        #expect(live.exitCode == 65 && live.messages.contains("three gives signs of life"), "\(live.messages)")
        try database.psql("DELETE FROM fleet.gateways WHERE name = 'three'")
        #expect(try Self.write("e", ["--timeout", "60s"], database).messages.contains("1 gateway serves it"))
    }

    @Test func `without gateways there is nobody to wait for`() throws {
        let database = try DatabaseServingTests.database()
        try DatabaseServingTests.makeAcme(database)
        let outcome = try Self.write("a", [], database)
        #expect(outcome.exitCode == 0 && outcome.messages.contains("no gateway is registered"))
        let refused = try PosternProgram.run(
            ["route", "remove", "nobody", "--tenant", "acme", "--wait"], database: database.connectionURL)
        #expect(refused.exitCode == 66)
    }
}
