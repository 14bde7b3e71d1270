package import Platform
import Postgres

/// Alerts that are told together: one, or five and more of one cause within a minute.
package struct AlertBatch: Hashable, Sendable {
    /// The alerts, the oldest first; one or more.
    package let alerts: [PendingAlert]

    /// Stays the same however often the batch is delivered.
    package var key: String { alerts[0].key.text }

    /// Sorts pending alerts into what may be told now and what waits for more of its cause.
    ///
    /// - Parameters:
    ///   - alerts: What is pending, in any order.
    ///   - time: Now.
    ///   - window: How long an alert waits for others. Default a minute.
    ///   - least: From how many on they become one. Default 5.
    /// - Returns: The batches that are ready, in the order of their oldest; and what waits.
    package static func sort(
        _ alerts: [PendingAlert], at time: UnixTime, window: Duration = .seconds(60), least: Int = 5
    ) -> (ready: [AlertBatch], waiting: [PendingAlert]) {
        var ready: [AlertBatch] = []
        var waiting: [PendingAlert] = []
        for group in Dictionary(grouping: alerts, by: { "\($0.event.rawValue) \($0.cause)" }).values {
            var rest = group.sorted { ($0.created, $0.id) < ($1.created, $1.id) }[...]
            while let first = rest.first {
                guard time - first.created >= window || first.attempts > 0 else { break }
                let near = rest.prefix { $0.created - first.created < window }
                if near.count >= least {
                    ready.append(AlertBatch(alerts: Array(near)))
                } else {
                    ready += near.map { AlertBatch(alerts: [$0]) }
                }
                rest = rest.dropFirst(near.count)
            }
            waiting += rest
        }
        return (
            ready.sorted { $0.alerts[0].id < $1.alerts[0].id }, waiting.sorted { $0.id < $1.id }
        )
    }
}
