import JSONText
import Platform
package import Postgres

extension ProbeStore {
    /// After which time a prober that is not seen any more has no faults.
    static let faultLapse = Duration.seconds(3600)

    /// What is broken about any prober, the oldest first.
    ///
    /// - Throws: ``PostgresError``.
    package func proberFaults() throws(PostgresError) -> [ProberFault] {
        try connection.query(.proberFaults)
    }

    /// Notes what is broken about a prober.
    ///
    /// One alert is raised when the first prober of the database has a fault, whatever follows, and cleared when none has
    /// any.
    ///
    /// - Parameters:
    ///   - parts: All that is broken; none for a prober that is whole.
    ///   - prober: The prober's name.
    /// - Throws: ``PostgresError``; then nothing was noted.
    package func note(broken parts: Set<ProberPart>, of prober: String) throws(PostgresError) {
        try connection.retryingTransaction { _ throws(PostgresError) in
            try connection.execute(.lockProberFaults)
            let before = try proberFaults()
            for part in parts.sorted(by: { $0.rawValue < $1.rawValue }) {
                try connection.execute(.writeProberFault, [.text(prober), .text(part.rawValue)])
            }
            try connection.execute(.deleteProberFaults, [.text(prober), .texts(parts.map(\.rawValue))])
            try connection.execute(.pruneProberFaults, [.double(Self.faultLapse.seconds)])
            let after = try proberFaults()
            if before.isEmpty, let first = after.first { try tell(.raised, first) }
            if after.isEmpty, let first = before.first { try tell(.cleared, first) }
        }
    }

    private func tell(_ event: AlertEvent, _ fault: ProberFault) throws(PostgresError) {
        let now = try connection.queryOne(.newLease).time
        let text =
            event == .raised
            ? "the prober \(fault.prober) is broken: \(fault.part.fault); what it sees of domains is left out"
            : "the prober \(fault.prober) works again; it was broken since \(fault.since)"
        var writer = JSONWriter(layout: .compact)
        writer.object { writer in
            writer.member("event", event.rawValue)
            writer.member("text", text)
            writer.member("time", now.description)
            writer.member("prober", fault.prober)
            writer.member("part", fault.part.rawValue)
            writer.member("verdict", Verdict.proberBroken.rawValue)
            writer.member("reason", fault.part.fault)
            if event == .raised { writer.member("advice", fault.part.advice) }
            writer.member("since", fault.since.description)
        }
        try connection.execute(
            .insertAlert,
            [
                .text(event.rawValue), .text("prober/\(Verdict.proberBroken.rawValue)"), .text(nil), .text(nil),
                .json(JSONDocument(String(decoding: writer.bytes, as: UTF8.self))),
            ])
    }
}
