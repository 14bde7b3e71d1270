import Platform
import Postgres
import Telemetry
import TestSupport
import Testing

@testable import Prober

/// The delivery of alerts to a webhook behind TLS, over a database.
@Suite struct AlertDeliveryTests {
    private static let host = "hooks.acme.example"

    /// A webhook that does with each message what the test says.
    private final class World {
        let fixture: ProbeStoreFixture
        let server: ScriptedServer
        let front: TLSFront
        let setting: TransferSetting
        let recorder = LogRecorder()

        init(
            address: String = "127.0.0.1", _ script: @escaping @Sendable (ScriptedRequest) -> [ScriptedStep]
        ) throws {
            fixture = try ProbeStoreFixture()
            server = try ScriptedServer(script)
            front = try TransferSetting.front([AlertDeliveryTests.host], to: server)
            setting = try TransferSetting(zone: [AlertDeliveryTests.host: [.a(address)]])
        }

        /// Puts alerts into the outbox, a second apart, the last of them as long ago as is said.
        func raise(_ count: Int, cause: String = "origin/unreachable", ago seconds: Int = 61) throws {
            try fixture.database.psql(
                """
                INSERT INTO fleet.alerts (event, cause, host, body, created_at)
                SELECT 'raised', '\(cause)', 'go' || n || '.shop.example', '{"text": "it is away"}',
                  now() - make_interval(secs => \(seconds + count) - n)
                FROM generate_series(1, \(count)) AS n
                """)
        }

        func delivery(
            timeout: Duration = .seconds(60), _ change: (inout AlertDelivery.Options) -> Void = { _ in }
        ) throws -> AlertDelivery {
            let url = TransferURL(host: AlertDeliveryTests.host, port: front.address.port, target: "/hook?token=hidden")
            let secret = try #require(WebhookSecret(Array("a secret of the test".utf8)))
            var webhook = try #require(Webhook(url, policy: TransferSetting.policy, secret: secret))
            webhook.timeout = timeout
            var options = AlertDelivery.Options()
            options.poll = .milliseconds(10)
            options.backoff = (.milliseconds(10), .milliseconds(50))
            options.pause = { _, _ in .milliseconds(20) }
            change(&options)
            return try AlertDelivery(
                database: ConnectionString(fixture.database.connectionString), to: webhook, by: setting.engine,
                options: options, log: Log(level: .info, format: .json, sink: recorder))
        }

        func psql(_ text: String) throws -> String { try fixture.database.psql(text) }

        var keys: [String] { server.requests.compactMap { $0.field("idempotency-key") } }
    }

    /// One pass; what fails is not tried again in the same.
    private static func once(_ options: inout AlertDelivery.Options) {
        options.isOnce = true
        options.pause = { _, _ in .seconds(600) }
    }

    @Test func `an alert is posted once, signed, to nobody but the webhook, and logged without its path`() throws {
        let world = try World { _ in .answer(status: 204) }
        try world.raise(1)
        let delivery = try world.delivery()
        try delivery.start()
        defer { delivery.stop() }
        #expect(comesTrue { delivery.status.told == 1 })
        #expect(try comesTrue { try world.psql("SELECT count(delivered_at) FROM fleet.alerts") == "1" })
        let request = try #require(world.server.requests.first)
        #expect(world.server.requests.count == 1)
        #expect(request.method == "POST" && request.target == "/hook?token=hidden")
        #expect(request.field("expect") == nil)
        #expect(request.field("content-type") == "application/json")
        #expect(request.field("user-agent") == "Postern-webhook/1")
        #expect(request.field("postern-signature")?.hasPrefix("sha256=") == true)
        #expect(String(decoding: request.body, as: UTF8.self).contains(#""text":"it is away""#))
        let log = world.recorder.texts.joined()
        #expect(log.contains("an alert was delivered") && log.contains(Self.host))
        #expect(!log.contains("hidden") && !log.contains("a secret of the test"))
    }

    @Test func `five of one cause are one message, and what is younger than a minute waits`() throws {
        let world = try World { _ in .answer() }
        try world.raise(5)
        try world.raise(2, cause: "apple-cdn/stale", ago: -3600)
        let delivery = try world.delivery()
        try delivery.start()
        defer { delivery.stop() }
        #expect(comesTrue { delivery.status.told == 5 })
        #expect(world.server.requests.count == 1)
        #expect(try world.psql("SELECT count(*) FROM fleet.alerts WHERE batch IS NULL") == "2")
    }

    @Test func `what is refused comes again under the same key, later than what comes after it`() throws {
        let world = try World { $0.earlier == 0 ? .answer(status: 400) : .answer() }
        try world.raise(2)
        let delivery = try world.delivery()
        try delivery.start()
        defer { delivery.stop() }
        #expect(comesTrue { delivery.status.told == 2 })
        let keys = world.keys
        #expect(keys.count == 3 && keys[0] == keys[2] && keys[0] != keys[1])
        #expect(delivery.status.failures == 1)
        #expect(world.server.requests[0].body == world.server.requests[2].body)
    }

    @Test func `while the webhook is away the order stays, and nothing else is tried`() throws {
        let world = try World { $0.earlier < 3 ? .answer(status: 503) : .answer() }
        try world.raise(3)
        let delivery = try world.delivery()
        try delivery.start()
        defer { delivery.stop() }
        #expect(comesTrue { delivery.status.told == 3 })
        let keys = world.keys
        #expect(keys.count == 6 && Set(keys.prefix(4)).count == 1 && Set(keys).count == 3)
        #expect(try comesTrue { try world.psql("SELECT max(attempts) FROM fleet.alerts") == "3" })
    }

    @Test func `a Retry-After is obeyed, also as a date`() throws {
        let fields = [
            ("Date", "Fri, 15 Jan 2027 08:00:00 GMT"), ("Retry-After", "Fri, 15 Jan 2027 08:30:00 GMT"),
        ]
        let world = try World { _ in .answer(status: 429, fields: fields) }
        try world.raise(2)
        let delivery = try world.delivery(Self.once)
        try delivery.start()
        #expect(comesTrue { delivery.status.isDone })
        delivery.stop()
        #expect(world.server.requests.count == 1)
        #expect(world.recorder.texts.joined().contains(#""delay_seconds":1800"#))
    }

    static let hostile: [(String, @Sendable () -> [ScriptedStep])] = [
        (
            "it answers byte by byte",
            { .dripping(body: [UInt8](repeating: 65, count: 1 << 20), every: .milliseconds(20)) }
        ),
        ("it never answers", { [.stall] }),
        ("its header fields never end", { .endlessFields }),
        ("its answer never ends", { .huge(byteCount: 1 << 30) }),
        ("its answer is a bomb", { .bomb(decodedByteCount: 1 << 30) }),
        ("it fails", { .answer(status: 500) }),
        ("it hangs up", { [.reset] }),
        ("it redirects", { .redirect(to: "http://127.0.0.1:1/") }),
    ]

    @Test(arguments: hostile.indices)
    func `a hostile webhook costs one delivery's time, and the alert is kept`(index: Int) throws {
        let world = try World { _ in Self.hostile[index].1() }
        try world.raise(1)
        let delivery = try world.delivery(timeout: .seconds(1), Self.once)
        try delivery.start()
        #expect(comesTrue { delivery.status.isDone }, "\(Self.hostile[index].0)")
        delivery.stop()
        #expect(delivery.status.told == 0 && delivery.status.failures == 1, "\(Self.hostile[index].0)")
        #expect(try world.psql("SELECT attempts, lease IS NULL FROM fleet.alerts WHERE delivered_at IS NULL") == "1|t")
    }

    @Test func `a redirect is not followed, and a private address is not connected to`() throws {
        let forbidden = try ForbiddenListener()
        let target = "http://\(forbidden.address)/"
        let world = try World { _ in .redirect(to: target, status: 307) }
        try world.raise(1)
        let delivery = try world.delivery(Self.once)
        try delivery.start()
        #expect(comesTrue { delivery.status.isDone })
        delivery.stop()
        #expect(forbidden.accepts == 0)
        #expect(world.recorder.texts.joined().contains("the answer is 307"))
        let other = try World(address: "127.0.0.2") { _ in .answer() }
        try other.raise(1)
        let blocked = try other.delivery(Self.once)
        try blocked.start()
        #expect(comesTrue { blocked.status.isDone })
        blocked.stop()
        #expect(other.front.addresses.count == 1 && other.server.accepts == 0)
        #expect(other.recorder.texts.joined().contains("may not be connected to"))
    }

    @Test func `a delivery that is stopped in the middle puts everything back, due at once and untried`() throws {
        let world = try World { _ in [.stall] }
        try world.raise(2)
        let delivery = try world.delivery()
        try delivery.start()
        #expect(comesTrue { world.server.requests.count == 1 })
        delivery.stop()
        let left = "SELECT count(*) FROM fleet.alerts WHERE lease IS NULL AND attempts = 0 AND delivered_at IS NULL"
        #expect(try world.psql(left) == "2")
    }

    @Test func `what was told while the database went away is not told again`() throws {
        let database = LockedValue<TestDatabase?>(nil)
        let world = try World { request in
            if request.earlier == 0 {
                _ = try? database.withLock { database in
                    try database?.psql(
                        """
                        SELECT pg_terminate_backend(pid, 60000)
                        FROM pg_stat_activity
                        WHERE application_name = 'postern alerts' AND datname = current_database()
                        """)
                }
            }
            return .answer()
        }
        database.withLock { $0 = world.fixture.database }
        try world.raise(2)
        let delivery = try world.delivery()
        try delivery.start()
        defer { delivery.stop() }
        #expect(try comesTrue { try world.psql("SELECT count(delivered_at) FROM fleet.alerts") == "2" })
        #expect(world.keys.count == 2 && Set(world.keys).count == 2)
    }

    @Test func `two probers tell each alert once`() throws {
        let world = try World { _ in .answer() }
        for cause in 0..<30 { try world.raise(1, cause: "cause/\(cause)") }
        let deliveries = try (0..<2).map { _ in try world.delivery() }
        for delivery in deliveries { try delivery.start() }
        defer { for delivery in deliveries { delivery.stop() } }
        #expect(comesTrue { deliveries.reduce(0) { $0 + $1.status.told } == 30 })
        #expect(world.keys.count == 30 && Set(world.keys).count == 30)
    }
}
