import DeepLinks

/// What a routing table finds a domain by.
struct DomainKey: Hashable, Comparable, Sendable {
    /// Which names a key stands for.
    enum Scope: UInt8, Sendable {
        /// The name itself.
        case exact
        /// All names one label below it.
        case below
    }

    /// A host name in its canonical text: the exact name, or the wildcard's parent.
    let host: String
    let scope: Scope

    static func < (left: DomainKey, right: DomainKey) -> Bool {
        (left.host, left.scope.rawValue) < (right.host, right.scope.rawValue)
    }
}

extension DomainKey {
    /// The key that a domain is found by.
    init(_ name: DomainName) {
        self.init(host: name.base.text, scope: name.isWildcard ? .below : .exact)
    }
}

extension TableBlock {
    /// The names of a key: its host, its routes' numbers in request records, and its rows.
    convenience init(host: String, routes: [UInt32], rows: ServedDomain.Rows?) {
        let numbers = rows.map { $0.routes + [$0.domain] } ?? Array(repeating: 0, count: routes.count + 1)
        self.init(words: routes + numbers, text: Array(host.utf8))
    }
}

/// Which association file.
enum ServedDocumentKind: Sendable {
    case aasa
    case assetlinks
}

/// One key of the routing table, with the blocks that it is served from.
struct ServedDomain: Sendable {
    let key: DomainKey

    /// The domain that the key belongs to; a wildcard's parent belongs to the wildcard.
    let domainName: DomainName
    let tenantName: TenantName

    /// The tenant's and the domain's numbers in request records.
    let tenant: UInt32
    let domain: UInt32

    /// The routes' numbers in request records, and the key's host.
    let name: TableBlock
    let program: TableBlock
    let aasa: TableBlock?
    let assetlinks: TableBlock?

    /// Whether only association paths are answered: the parent of a wildcard that is no domain itself.
    let isAssociationOnly: Bool

    /// Where its details come from.
    let source: ServedDetails.Source

    /// What only people, pages and links ask for; `nil` where a state that was kept on disk does not tell it.
    var details: ServedDetails? {
        switch source {
        case .made(let details): details
        case .kept(let tenant): tenant.details(of: domainName)
        }
    }

    /// The numbers of a domain's rows in the database, or what stands for them.
    struct Rows: Sendable {
        let domain: UInt32
        /// In the order of the set's routes.
        let routes: [UInt32]
    }
}
