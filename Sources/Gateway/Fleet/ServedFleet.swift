import DeepLinks
import Platform

/// The fleet that this process serves: the newest routing table, and the numbers that records use.
///
/// Changed by one control thread; read from any.
final class ServedFleet: Sendable {
    let numbers = RecordNumbers()

    /// The hash by which hosts are looked up.
    let hasher: HostHasher

    private let publisher: TablePublisher
    /// The keys of each tenant, for replacing them.
    private let keys = LockedValue<[TenantName: Set<DomainKey>]>([:])
    private let onPublish = LockedValue<@Sendable () -> Void>({})

    /// Serves no domain yet.
    ///
    /// - Parameter loops: How many loops take tables.
    init(loops: Int) {
        hasher = HostHasher()
        publisher = TablePublisher(RoutingTable(hasher: hasher), loops: loops)
    }

    /// The newest table.
    var table: RoutingTable { publisher.current }

    /// Where a loop takes its tables.
    func seat(_ loop: Int) -> TableSeat { publisher.seat(loop) }

    /// What to call when a table was published, so that idle loops let the older one go.
    func whenPublished(_ action: @escaping @Sendable () -> Void) {
        onPublish.withLock { $0 = action }
    }

    /// Serves exactly these tenants.
    func replaceAll(_ tenants: [TenantName: [ServedDomain]]) {
        var changes = tenants
        for known in keys.withLock({ Array($0.keys) }) where changes[known] == nil { changes[known] = [] }
        replace(changes)
    }

    /// Replaces what is served of these tenants; an empty list removes one.
    func replace(_ tenants: [TenantName: [ServedDomain]]) {
        let table = publisher.current
        var changes: [DomainKey: ServedDomain?] = [:]
        keys.withLock { keys in
            for name in tenants.keys {
                // A name that went to another tenant meanwhile stays there.
                for key in keys[name] ?? [] where table.domain(key)?.tenantName == name {
                    changes.updateValue(nil, forKey: key)
                }
            }
            for (name, domains) in tenants {
                for domain in domains { changes[domain.key] = .some(domain) }
                keys[name] = domains.isEmpty ? nil : Set(domains.map(\.key))
            }
        }
        publisher.publish(table.replacing(changes))
        onPublish.withLock { $0 }()
    }

    /// Drops tables that no loop uses any more.
    func releaseUnused() { publisher.releaseUnused() }

    /// Whether anything is answered for a host, given in its canonical text; association files alone count too.
    func answers(for host: String) -> Bool {
        let table = table
        if table.domain(DomainKey(host: host, scope: .exact)) != nil { return true }
        let parent = host.drop { $0 != "." }.dropFirst()
        return table.domain(DomainKey(host: String(parent), scope: .below)) != nil
    }

    /// The domain that answers for a host, given in its canonical text.
    func domain(for host: String) -> ServedDomain? { table.domain(answering: host) }
}
