import DeepLinks
import FleetStore

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

/// Which association file.
enum ServedDocumentKind: Sendable {
    case aasa
    case assetlinks
}

/// One key of the routing table, with the blocks that it is served from and what only people ask for.
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

    /// What the program was compiled from.
    let routes: RouteSet

    /// The association files that are not compiled from them.
    var uploads = UploadedFiles()

    /// The numbers of its rows in the database; `nil` for a fleet file.
    let rows: Rows?

    /// What links are looked up by in the database.
    struct Rows: Sendable {
        let domain: DomainID
        /// In the order of the set's routes.
        let routes: [RouteID]
    }
}
