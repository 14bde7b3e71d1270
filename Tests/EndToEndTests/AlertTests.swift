import Foundation
import Platform
import TestSupport
import Testing

/// The delivery of alerts by `postern probe`, from the outside.
@Suite struct AlertTests {
    private static let secret = "0123456789abcdef0123456789abcdef"

    /// A webhook on this machine, and the options that name it.
    private static func options(_ webhook: ScriptedServer) throws -> [String] {
        [
            "--webhook", "http://\(webhook.address)/alerts?token=hidden", "--webhook-allow", "127.0.0.1/32", "--ca",
            try CertificateAuthority.shared().bundle,
        ]
    }

    /// Puts alerts of one cause into the outbox that have waited for others.
    private static func raise(_ count: Int, _ database: TestDatabase) throws {
        try database.psql(
            """
            INSERT INTO fleet.alerts (event, cause, host, body, created_at)
            SELECT 'raised', 'origin/unreachable', 'go' || n || '.acme.example', jsonb_build_object('host', n),
              now() - interval '61 seconds'
            FROM generate_series(1, \(count)) AS n
            """)
    }

    @Test func `a prober that is killed in the middle of a delivery leaves it to the next, under the same key`() throws
    {
        let database = try DatabaseServingTests.database()
        try Self.raise(7, database)
        let isStalled = LockedValue(true)
        let webhook = try ScriptedServer { _ in isStalled.withLock { $0 } ? [.stall] : .answer(status: 204) }
        let variables = ["POSTERN_WEBHOOK_SECRET": Self.secret]
        let first = try ProberProcess(
            try Self.options(webhook), database: database.connectionURL, variables: variables)
        try eventually { !webhook.requests.isEmpty }
        first.kill()
        let messages = try first.messages
        isStalled.withLock { $0 = false }
        // The lease of the dead, which lapses after a minute.
        try database.psql("UPDATE fleet.alerts SET leased_until = now() WHERE lease IS NOT NULL")
        let second = try ProberProcess(
            try Self.options(webhook), database: database.connectionURL, variables: variables)
        try eventually {
            try database.psql("SELECT count(*) FROM fleet.alerts WHERE delivered_at IS NULL") == "0"
        }
        try eventually {
            try second.ask("admin", "/metrics").text.contains("postern_probe_alerts_told_total 7\n")
        }
        #expect(second.stop() == 0)
        let requests = webhook.requests
        #expect(requests.count >= 2 && Set(requests.compactMap { $0.field("idempotency-key") }).count == 1)
        #expect(Set(requests.map(\.body)).count == 1)
        let log = try messages + second.messages
        #expect(log.contains("an alert was delivered"))
        #expect(!log.contains(Self.secret) && !log.contains("hidden"))
    }

    @Test func `a single round tells what there is to tell, and what is not taken is left for the next`() throws {
        let database = try DatabaseServingTests.database()
        try database.psql("INSERT INTO fleet.alerts (event, cause, body) VALUES ('raised', 'x/y', '{}')")
        let status = LockedValue(503)
        let webhook = try ScriptedServer { _ in .answer(status: status.withLock { $0 }) }
        func round() throws -> PosternProgram.Outcome {
            try PosternProgram.run(
                ["probe", "--once"] + Self.options(webhook), database: database.connectionURL,
                variables: ["POSTERN_WEBHOOK_SECRET": Self.secret])
        }
        let away = try round()
        #expect(away.exitCode == 0 && away.messages.contains("an alert could not be delivered"))
        #expect(try database.psql("SELECT count(delivered_at) FROM fleet.alerts") == "0")
        status.withLock { $0 = 200 }
        #expect(try round().exitCode == 0)
        #expect(try database.psql("SELECT count(delivered_at) FROM fleet.alerts") == "1")
    }

    static let wrong: [([String], [String: String], Int32, String)] = [
        (["--webhook", "https://hooks.acme.example/"], [:], 78, "set POSTERN_WEBHOOK_SECRET"),
        (
            ["--webhook", "https://hooks.acme.example/"], ["POSTERN_WEBHOOK_SECRET": "short"], 78,
            "openssl rand -hex 32"
        ),
        (["--webhook", "http://hooks.acme.example/hidden"], ["POSTERN_WEBHOOK_SECRET": secret], 65, "--webhook-allow"),
        ([], ["POSTERN_WEBHOOK_URL": "no url: hidden", "POSTERN_WEBHOOK_SECRET": secret], 65, "POSTERN_WEBHOOK_URL: "),
        (["--webhook-allow", "10.0.0.0/8"], [:], 64, "--webhook only"),
        (["--webhook", "https://a.example/", "--webhook-secret", "/does/not/exist"], [:], 66, "/does/not/exist"),
    ]

    @Test(arguments: wrong.indices)
    func `a webhook that cannot be is refused at once, and neither its URL nor the secret is shown`(index: Int) throws {
        let (arguments, variables, exitCode, text) = Self.wrong[index]
        let outcome = try PosternProgram.run(
            ["probe", "--once"] + arguments, database: "postgresql://127.0.0.1:1/fleet", variables: variables)
        #expect(outcome.exitCode == exitCode, "\(outcome.messages)")
        #expect(outcome.messages.contains(text), "\(outcome.messages)")
        #expect(!outcome.messages.contains("hidden") && !outcome.messages.contains(Self.secret))
    }
}
