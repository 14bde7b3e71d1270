import Cryptography
import FleetStore
import Platform
import Postgres
import Telemetry

/// The work of an ``AlertDelivery`` on its thread.
struct AlertRun: DatabaseWork {
    private let delivery: AlertDelivery
    private var store: ProbeStore?
    /// What was taken and not dealt with, because the database went away.
    private var taken: (messages: ArraySlice<AlertBatch>, lease: UUIDText)?
    /// What was told but could not be noted, for the same reason.
    private var unnoted: [(key: UUIDText, lease: UUIDText)] = []
    /// Failed deliveries in a row, and until when the webhook is left alone.
    private var failures = 0
    private var pause = MonotonicTime.now()

    private(set) var isDone = false

    init(_ delivery: AlertDelivery) {
        self.delivery = delivery
    }

    mutating func connect() throws(StoreError) {
        store = nil
        store = try ProbeStore(connecting: delivery.address, as: "postern alerts")
    }

    mutating func turn() throws(StoreError) {
        guard let store else { return }
        do throws(PostgresError) {
            try note(store)
            try giveBack(store)
            while try store.gatherAlerts(after: delivery.options.patience) {}
            var hasMore = true
            while hasMore, pause <= .now(), !delivery.stops { hasMore = try deliver(store) }
            isDone = delivery.options.isOnce && (!hasMore || pause > .now())
        } catch {
            throw .database(error)
        }
        let isDone = isDone
        delivery.update { status in
            status.problem = nil
            status.isDone = isDone
        }
    }

    mutating func end() {}

    // MARK: -

    /// Notes what could not be noted when it was told.
    private mutating func note(_ store: ProbeStore) throws(PostgresError) {
        while let told = unnoted.first {
            try store.delivered(told.key, lease: told.lease)
            unnoted.removeFirst()
        }
    }

    /// Puts back what was taken and not dealt with.
    private mutating func giveBack(_ store: ProbeStore) throws(PostgresError) {
        guard let (messages, lease) = taken else { return }
        try store.postpone(messages, lease: lease, by: .zero, wasTried: false)
        taken = nil
    }

    /// Takes some messages and posts them in order.
    ///
    /// - Returns: Whether there may be more.
    private mutating func deliver(_ store: ProbeStore) throws(PostgresError) -> Bool {
        let (messages, lease) = try store.leaseMessages(delivery.options.batch, for: delivery.options.lapse)
        taken = (messages[...], lease)
        for message in messages {
            guard let answer = post(message) else {
                try giveBack(store)
                return false
            }
            switch answer {
            case .accepted:
                failures = 0
                tell(message)
                unnoted.append((message.key, lease))
                taken?.messages.removeFirst()
                try note(store)
            case .refused(let reason):
                // It says nothing of the next message: that one may have its turn.
                let pause = delivery.options.pause(message.attempts + 1, .random(in: 0...1))
                tell(message, failed: reason, pause)
                try store.postpone([message], lease: lease, by: pause, wasTried: true)
                taken?.messages.removeFirst()
            case .away(let reason, let retryAfter):
                failures += 1
                let pause = max(delivery.options.pause(failures, .random(in: 0...1)), retryAfter ?? .zero)
                self.pause = .now() + pause
                tell(message, failed: reason, pause)
                try store.postpone([message], lease: lease, by: .zero, wasTried: true)
                taken?.messages.removeFirst()
                try giveBack(store)
                return true
            }
        }
        taken = nil
        return !messages.isEmpty
    }

    /// Posts a message; `nil` when the delivery is stopped meanwhile.
    private func post(_ message: AlertBatch) -> WebhookAnswer? {
        do throws(CryptographyError) {
            let signed = try WebhookMessage(message, secret: delivery.webhook.secret, at: .now())
            return delivery.fetch(delivery.webhook.request(signed)).map(WebhookAnswer.init)
        } catch {
            return .away(reason: "it cannot be signed: \(error)", retryAfter: nil)
        }
    }

    private func tell(_ message: AlertBatch) {
        let count = message.alerts.count
        delivery.update { $0.told += count }
        delivery.log.info(
            "an alert was delivered",
            [
                .requestID: .string(message.key.text), .action: .string(message.event.rawValue),
                .kind: .string(message.cause), .host: .string(message.alerts.first?.host ?? ""),
                .count: .count(count), .attempt: .count(message.attempts + 1), .server: server,
            ])
    }

    private func tell(_ message: AlertBatch, failed reason: String, _ pause: Duration) {
        delivery.update { $0.failures += 1 }
        delivery.log.warning(
            "an alert could not be delivered",
            [
                .requestID: .string(message.key.text), .kind: .string(message.cause),
                .attempt: .count(message.attempts + 1), .reason: .string(reason), .delay: .duration(pause),
                .server: server,
            ])
    }

    /// The webhook's host; its path may be a secret.
    private var server: LogValue { .string(delivery.webhook.url.host) }
}
