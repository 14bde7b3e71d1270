import Association
import Cryptography
import Platform
import Postgres

extension Statement<Void> {
    /// Counts another probe that saw the same as the last one; touches no row when it did not.
    static let repeatObservation = Statement(
        "repeat_observation",
        sql: """
            UPDATE fleet.observations
            SET last_seen_at = $10, probes = probes + 1
            WHERE id = (
                SELECT max(id)
                FROM fleet.observations
                WHERE domain_id = $1 AND vantage = $2 AND kind = $3 AND node = $4
              )
              AND verdict = $5 AND reason = $6 AND revision IS NOT DISTINCT FROM $7 AND outcome = $8
              AND sha256 IS NOT DISTINCT FROM $9
            """,
        parameters: [.int4, .text, .text, .text, .text, .text, .int4, .text, .bytea, .timestamptz])

    /// Records what a probe saw, where it is a change.
    static let insertObservation = Statement(
        "insert_observation",
        sql: """
            INSERT INTO fleet.observations (domain_id, vantage, kind, node, verdict, reason, revision, outcome, sha256,
              first_seen_at, last_seen_at, tenant_id, evidence, body)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $12, $13)
            """,
        parameters: [
            .int4, .text, .text, .text, .text, .text, .int4, .text, .bytea, .timestamptz, .int4, .jsonb, .bytea,
        ])

    /// Counts a probe for its day.
    static let countObservation = Statement(
        "count_observation",
        sql: """
            INSERT INTO fleet.observation_days AS known (domain_id, vantage, kind, node, day, tenant_id, drifted)
            VALUES ($1, $2, $3, $4, ($5 AT TIME ZONE 'UTC')::date, $6, $7)
            ON CONFLICT (domain_id, vantage, kind, node, day) DO UPDATE
            SET probes = known.probes + 1, drifted = known.drifted + $7
            """,
        parameters: [.int4, .text, .text, .text, .timestamptz, .int4, .int4])

    /// Forgets at most $2 observations that were last seen more than $1 days ago and are not the newest of their file.
    static let pruneObservations = Statement(
        "prune_observations",
        sql: """
            DELETE FROM fleet.observations
            WHERE id IN (
              SELECT old.id
              FROM fleet.observations AS old
              WHERE old.last_seen_at < clock_timestamp() - make_interval(days => $1)
                AND EXISTS (
                  SELECT
                  FROM fleet.observations AS newer
                  WHERE newer.domain_id = old.domain_id AND newer.vantage = old.vantage AND newer.kind = old.kind
                    AND newer.node = old.node AND newer.id > old.id
                )
              LIMIT $2
            )
            """,
        parameters: [.int4, .int8])

    /// Forgets at most $2 days that are more than $1 days ago.
    static let pruneDays = Statement(
        "prune_observation_days",
        sql: """
            DELETE FROM fleet.observation_days
            WHERE ctid = ANY (ARRAY(
              SELECT ctid
              FROM fleet.observation_days
              WHERE day < (clock_timestamp() AT TIME ZONE 'UTC')::date - $1
              LIMIT $2
            ))
            """,
        parameters: [.int4, .int8])
}

extension Statement<PublishedRow> {
    /// The newest $2 revisions of each kind of a domain, with their bytes.
    static let publishedRevisions = Statement(
        "published_revisions",
        sql: """
            SELECT kind, number, sha256, bytes, published_at
            FROM (
              SELECT kind, number, sha256, published_at,
                row_number() OVER (PARTITION BY kind ORDER BY number DESC) AS place
              FROM fleet.association_revisions
              WHERE domain_id = $1
            ) AS revision
            LEFT JOIN fleet.association_documents USING (sha256, kind)
            WHERE place <= $2
            ORDER BY kind, number
            """,
        parameters: [.int4, .int8], columns: [.text, .int4, .bytea, .bytea, .timestamptz]
    ) { row throws(PostgresError) in
        let kind: String = try row.next()
        let number: Int32 = try row.next()
        let digest: [UInt8]? = try row.next()
        return PublishedRow(
            kind: AssociationKind(rawValue: kind) ?? .aasa,
            revision: PublishedRevision(
                number: Int(number), digest: digest.flatMap { SHA256Digest(bytes: $0) }, bytes: try row.next(),
                published: try row.next()))
    }
}

/// A revision with its kind.
struct PublishedRow: Equatable, Sendable {
    var kind: AssociationKind
    var revision: PublishedRevision
}

extension Statement<AppRow> {
    /// The Android apps of a tenant.
    static let androidApps = Statement(
        "android_apps",
        sql: """
            SELECT identifier, fingerprints
            FROM fleet.apps
            WHERE tenant_id = $1 AND platform = 'android'
            ORDER BY position
            """,
        parameters: [.int4], columns: [.text, .textArray]
    ) { row throws(PostgresError) in
        AppRow(package: try row.next(), fingerprints: try row.next())
    }
}

/// An Android app as it is stored.
package struct AppRow: Hashable, Sendable {
    /// The package name.
    package var package: String
    /// The fingerprints of its certificates.
    package var fingerprints: [String]
}
