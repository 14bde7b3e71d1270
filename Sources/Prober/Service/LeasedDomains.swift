import Platform
import Postgres

/// The domains that this prober has taken, whose leases it keeps alive while it works on them.
struct LeasedDomains {
    /// After how many times its first lease a domain is given up: no check takes that long.
    private static let patience = 5

    private var domains: [UUIDText: (domain: LeasedDomain, since: MonotonicTime)] = [:]
    private var renewal = MonotonicTime.now()

    /// How many there are.
    var count: Int { domains.count }

    /// Whether there is none.
    var isEmpty: Bool { domains.isEmpty }

    /// All of them.
    var all: [LeasedDomain] { domains.values.map(\.domain) }

    /// Takes a domain.
    mutating func insert(_ domain: LeasedDomain) {
        domains[domain.lease] = (domain, .now())
    }

    /// Lets go of a domain.
    mutating func remove(_ domain: LeasedDomain) {
        domains[domain.lease] = nil
    }

    /// Renews the leases, four times before they lapse; a check may take longer than that under load.
    mutating func renew(_ store: ProbeStore, for lapse: Duration) throws(PostgresError) {
        let now = MonotonicTime.now()
        guard renewal <= now else { return }
        domains = domains.filter { now - $0.value.since < lapse * Self.patience }
        try store.renew(all, for: lapse)
        renewal = now + lapse / 4
    }
}
