package import Platform
package import Postgres

/// A domain that a prober has taken.
package struct LeasedDomain: Hashable, Sendable {
    /// The domain's number.
    package var id: Int32
    /// Its tenant's number.
    package var tenantID: Int32
    /// Its name, as it is stored.
    package var name: String
    /// Its tenant's name.
    package var tenant: String
    /// When it was due.
    package var due: UnixTime
    /// What proves the lease.
    package var lease: UUIDText
    /// Probes in a row in which it did not answer as it should.
    package var failures: Int32
    /// What Apple got when it was last made to ask anew; `nil` where it never was.
    package var freshLook: FreshLook?
    /// Whether Apple may be made to ask anew.
    package var asksAnew: Bool
    /// Whether what Google held was not right.
    package var driftsAtGoogle: Bool
}

/// What is held by a lease.
struct HeldDomain: Equatable, Sendable {
    var now: UnixTime
    var isSilenced: Bool
}

extension Statement<Void> {
    /// Puts live domains on the schedule that are not, spread over $1 seconds.
    static let enrolDomains = Statement(
        "enrol_domains",
        sql: """
            INSERT INTO fleet.probe_schedule (domain_id, tenant_id, due_at)
            SELECT id, tenant_id, clock_timestamp() + random() * make_interval(secs => $1)
            FROM fleet.domains
            WHERE state = 'live'
            ON CONFLICT DO NOTHING
            """,
        parameters: [.float8])

    /// Makes all live domains due that nobody has.
    static let hastenDomains = Statement(
        "hasten_domains",
        sql: """
            UPDATE fleet.probe_schedule AS schedule
            SET due_at = clock_timestamp()
            FROM fleet.domains
            WHERE domains.id = schedule.domain_id AND state = 'live' AND due_at > clock_timestamp()
              AND (leased_until IS NULL OR leased_until < clock_timestamp())
            """)

    /// Sets when a domain is due; a publication that came meanwhile stays due.
    static let finishProbe = Statement(
        "finish_probe",
        sql: """
            UPDATE fleet.probe_schedule
            SET due_at = CASE WHEN due_at = $2 THEN clock_timestamp() + make_interval(secs => $3) ELSE due_at END,
              failures = $4, probed_at = clock_timestamp(), lease = NULL, leased_until = NULL
            WHERE domain_id = $1
            """,
        parameters: [.int4, .timestamptz, .float8, .int4])

    /// Renews leases for $2 seconds.
    static let renewLeases = Statement(
        "renew_leases",
        sql: """
            UPDATE fleet.probe_schedule
            SET leased_until = clock_timestamp() + make_interval(secs => $2)
            WHERE lease = ANY ($1)
            """,
        parameters: [.uuidArray, .float8])

    /// Gives leases back unused.
    static let releaseLeases = Statement(
        "release_leases",
        sql: """
            UPDATE fleet.probe_schedule
            SET lease = NULL, leased_until = NULL
            WHERE lease = ANY ($1)
            """,
        parameters: [.uuidArray])

    /// Keeps a domain's alerts silent until a time.
    static let silenceDomain = Statement(
        "silence_domain",
        sql: """
            INSERT INTO fleet.probe_schedule (domain_id, tenant_id, silenced_until)
            SELECT id, tenant_id, $2
            FROM fleet.domains
            WHERE name = $1 AND state = 'live'
            ON CONFLICT (domain_id) DO UPDATE SET silenced_until = excluded.silenced_until
            """,
        parameters: [.text, .timestamptz])
}

extension Statement<LeasedDomain> {
    /// Takes at most $1 domains that are due, the longest due first, for $2 seconds.
    ///
    /// Apple is made to ask anew once a state, not twice an hour, and then every six hours.
    static let leaseDomains = Statement(
        "lease_domains",
        sql: """
            UPDATE fleet.probe_schedule AS schedule
            SET lease = gen_random_uuid(), leased_until = clock_timestamp() + make_interval(secs => $2)
            FROM (
              SELECT candidate.domain_id, domains.name, tenants.name AS tenant, copy.fresh_asked_at, copy.fresh_finding,
                copy.fresh_asked_at IS NULL OR copy.fresh_asked_at < clock_timestamp()
                  - CASE WHEN copy.fresh_asked_at < copy.since THEN interval '1 hour' ELSE interval '6 hours' END
                  AS asks_anew,
                EXISTS (
                  SELECT
                  FROM fleet.drift_states AS list
                  WHERE list.domain_id = candidate.domain_id AND list.vantage = 'google-dal'
                    AND list.drift_since IS NOT NULL
                ) AS drifts_at_google
              FROM fleet.probe_schedule AS candidate
              JOIN fleet.domains ON domains.id = candidate.domain_id
              JOIN fleet.tenants ON tenants.id = domains.tenant_id
              LEFT JOIN fleet.drift_states AS copy
                ON copy.domain_id = candidate.domain_id AND copy.vantage = 'apple-cdn' AND copy.kind = 'aasa'
                  AND copy.node = ''
              WHERE candidate.due_at <= clock_timestamp() AND domains.state = 'live'
                AND (candidate.leased_until IS NULL OR candidate.leased_until < clock_timestamp())
              ORDER BY candidate.due_at
              LIMIT $1
              FOR UPDATE OF candidate SKIP LOCKED
            ) AS due
            WHERE schedule.domain_id = due.domain_id
            RETURNING schedule.domain_id, schedule.tenant_id, due.name, due.tenant, schedule.due_at, schedule.lease,
              schedule.failures, due.asks_anew, due.drifts_at_google, due.fresh_asked_at, due.fresh_finding
            """,
        parameters: [.int8, .float8],
        columns: [.int4, .int4, .text, .text, .timestamptz, .uuid, .int4, .bool, .bool, .timestamptz, .text]
    ) { row throws(PostgresError) in
        var domain = LeasedDomain(
            id: try row.next(), tenantID: try row.next(), name: try row.next(), tenant: try row.next(),
            due: try row.next(), lease: try row.next(), failures: try row.next(), asksAnew: try row.next(),
            driftsAtGoogle: try row.next())
        let asked: UnixTime? = try row.next()
        let finding: String? = try row.next()
        domain.freshLook = asked.map { FreshLook(asked: $0, finding: finding ?? "") }
        return domain
    }
}

extension Statement<HeldDomain> {
    /// Locks what a lease holds; no row when it was lost.
    static let holdLease = Statement(
        "hold_lease",
        sql: """
            SELECT clock_timestamp(), coalesce(silenced_until > clock_timestamp(), false)
            FROM fleet.probe_schedule
            WHERE domain_id = $1 AND lease = $2
            FOR UPDATE
            """,
        parameters: [.int4, .uuid], columns: [.timestamptz, .bool]
    ) { row throws(PostgresError) in
        HeldDomain(now: try row.next(), isSilenced: try row.next())
    }
}

extension Statement<Int64> {
    /// How many domains are live.
    static let liveDomains = Statement("live_domains", sql: "SELECT count(*) FROM fleet.domains WHERE state = 'live'")

    /// How many live domains are due for more than $1 seconds and not taken.
    static let overdueDomains = Statement(
        "overdue_domains",
        sql: """
            SELECT count(*)
            FROM fleet.probe_schedule AS schedule
            JOIN fleet.domains ON domains.id = schedule.domain_id
            WHERE state = 'live' AND due_at < clock_timestamp() - make_interval(secs => $1)
              AND (leased_until IS NULL OR leased_until < clock_timestamp())
            """,
        parameters: [.float8])
}
