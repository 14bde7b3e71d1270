package import Platform
package import Postgres

/// Alerts that are told in one message: one, or five and more of one cause within a minute.
package struct AlertBatch: Hashable, Sendable {
    /// How long an alert waits for others of its cause: a minute.
    package static let window = Duration.seconds(60)

    /// The most alerts of a message; a storm of more makes several.
    package static let most = 500

    /// The key of the first alert, which stays the same however often the message is delivered.
    package let key: UUIDText

    /// The alerts, the oldest first; one or more.
    package internal(set) var alerts: [PendingAlert]

    /// How often delivery was tried.
    package var attempts = 0

    /// Whether something began or ended.
    package var event: AlertEvent { alerts.first?.event ?? .raised }

    /// What the alerts have in common: vantage and verdict.
    package var cause: String { alerts.first?.cause ?? "" }

    /// Sorts alerts into what may be told now and what waits for more of its cause.
    ///
    /// - Parameters:
    ///   - alerts: What is in no message yet, in any order.
    ///   - time: Now.
    ///   - least: From how many on they become one. Default 5.
    /// - Returns: The messages that are ready, in the order of their oldest; and what waits.
    package static func sort(
        _ alerts: [PendingAlert], at time: UnixTime, least: Int = 5
    ) -> (ready: [AlertBatch], waiting: [PendingAlert]) {
        var ready: [AlertBatch] = []
        var waiting: [PendingAlert] = []
        for group in Dictionary(grouping: alerts, by: { "\($0.event.rawValue) \($0.cause)" }).values {
            var rest = group.sorted { ($0.created, $0.id) < ($1.created, $1.id) }[...]
            while let first = rest.first, time - first.created >= window {
                let near = rest.prefix { $0.created - first.created < window }.prefix(most)
                if near.count >= least {
                    ready.append(AlertBatch(key: first.key, alerts: Array(near)))
                } else {
                    ready += near.map { AlertBatch(key: $0.key, alerts: [$0]) }
                }
                rest = rest.dropFirst(near.count)
            }
            waiting += rest
        }
        return (
            ready.sorted { ($0.alerts.first?.id ?? 0) < ($1.alerts.first?.id ?? 0) }, waiting.sorted { $0.id < $1.id }
        )
    }
}
