package import Platform
import Postgres

/// Something about a prober that is broken.
package struct ProberFault: Hashable, Sendable {
    /// The prober's name: that of its machine.
    package var prober: String
    /// What is broken.
    package var part: ProberPart
    /// Since when.
    package var since: UnixTime
}

extension Statement<Void> {
    /// Lets one prober at a time say what is broken.
    static let lockProberFaults = Statement(
        "lock_prober_faults", sql: "LOCK TABLE fleet.prober_faults IN SHARE ROW EXCLUSIVE MODE")

    /// Notes that a part of a prober is broken; touches the row only when that was known.
    static let writeProberFault = Statement(
        "write_prober_fault",
        sql: """
            INSERT INTO fleet.prober_faults (prober, part)
            VALUES ($1, $2)
            ON CONFLICT (prober, part) DO UPDATE SET seen_at = statement_timestamp()
            """,
        parameters: [.text, .text])

    /// Forgets what was broken about a prober but these parts.
    static let deleteProberFaults = Statement(
        "delete_prober_faults",
        sql: "DELETE FROM fleet.prober_faults WHERE prober = $1 AND NOT part = ANY ($2)",
        parameters: [.text, .textArray])

    /// Forgets the faults of probers that were not there for $1 seconds.
    static let pruneProberFaults = Statement(
        "prune_prober_faults",
        sql: """
            DELETE FROM fleet.prober_faults
            WHERE seen_at < statement_timestamp() - make_interval(secs => $1)
            """,
        parameters: [.float8])
}

extension Statement<ProberFault> {
    /// What is broken about any prober, the oldest first.
    static let proberFaults = Statement(
        "prober_faults",
        sql: "SELECT prober, part, since FROM fleet.prober_faults ORDER BY since, prober, part",
        columns: [.text, .text, .timestamptz]
    ) { row throws(PostgresError) in
        let prober: String = try row.next()
        guard let part = ProberPart(rawValue: try row.next()) else { throw .unknownWord(in: "fleet.prober_faults") }
        return ProberFault(prober: prober, part: part, since: try row.next())
    }
}
