import DeepLinks

/// A fleet compiled for serving: immutable, one per process, replaced piecewise.
///
/// 1,024 shards by seeded hash of the host. A change builds anew the shards it touches and the list of shards; the rest
/// is shared with the table before it.
final class RoutingTable: Sendable {
    /// How many shards; a power of two.
    static let shardCount = 1024

    /// Counts up with every replacement in this process.
    let version: UInt64

    private let hasher: HostHasher
    private let shards: [TableShard]
    private let directory: TableDirectory

    /// An empty table.
    convenience init(hasher: HostHasher) {
        let empty = TableShard([]) { hasher.hash($0) }
        self.init(version: 0, hasher: hasher, shards: Array(repeating: empty, count: Self.shardCount))
    }

    private init(version: UInt64, hasher: HostHasher, shards: [TableShard]) {
        self.version = version
        self.hasher = hasher
        self.shards = shards
        directory = TableDirectory(shards)
    }

    /// Look-ups that count no reference; the caller keeps the table as long as it uses them.
    var reader: TableReader { directory.reader }

    /// The shard that a hash belongs to: its top bits, for the low ones choose the slot.
    static func shardIndex(_ hash: UInt64) -> Int { Int(hash >> 54) }

    /// The number of keys in the table.
    var count: Int { shards.reduce(0) { $0 + $1.domains.count } }

    /// A table in which each changed key has its new domain, or none.
    ///
    /// - Complexity: O(domains in the touched shards).
    func replacing(_ changes: [DomainKey: ServedDomain?]) -> RoutingTable {
        var touched: [Int: [DomainKey: ServedDomain?]] = [:]
        for (key, domain) in changes {
            touched[Self.shardIndex(hasher.hash(key)), default: [:]][key] = .some(domain)
        }
        var shards = shards
        for (index, changes) in touched {
            var kept = shards[index].domains.filter { changes[$0.key] == nil }
            kept.append(contentsOf: changes.values.compactMap(\.self))
            shards[index] = TableShard(kept.sorted { $0.key < $1.key }) { hasher.hash($0) }
        }
        return RoutingTable(version: version + 1, hasher: hasher, shards: shards)
    }

    /// All domains: by shard, each shard by key.
    var domains: [ServedDomain] { shards.flatMap(\.domains) }

    /// What requests find for a key; the caller keeps the table as long as it uses it.
    func find(_ key: DomainKey) -> FoundDomain? {
        let host = Array(key.host.utf8)
        return reader.find(host.span, scope: key.scope, hash: hasher.hash(key))
    }

    /// The domain that stands for a key, with what only people ask for.
    func domain(_ key: DomainKey) -> ServedDomain? {
        shards[Self.shardIndex(hasher.hash(key))].domains.first { $0.key == key }
    }

    /// The domain that answers for a host, given in its canonical text.
    func domain(answering host: String) -> ServedDomain? {
        if let exact = domain(DomainKey(host: host, scope: .exact)), !exact.isAssociationOnly { return exact }
        let parent = host.drop { $0 != "." }.dropFirst()
        return domain(DomainKey(host: String(parent), scope: .below))
    }

    /// The domain that a look-up found, with what only people and links ask for.
    func domain(numbered found: FoundDomain) -> ServedDomain? {
        let domains = shards[found.shard].domains
        return found.ordinal < domains.count ? domains[found.ordinal] : nil
    }
}

extension HostHasher {
    /// The hash of a key: of its host, by its scope.
    func hash(_ key: DomainKey) -> UInt64 {
        hash(Array(key.host.utf8).span, variant: key.scope.rawValue)
    }
}
