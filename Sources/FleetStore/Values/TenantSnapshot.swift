package import Cryptography
package import DeepLinks
package import Platform

/// A tenant as one transaction saw it, with the numbers of its rows and what its domains publish.
package struct TenantSnapshot: Equatable, Sendable {
    /// The number of its row.
    package var id: TenantID

    /// Raised by every change to the tenant, its apps, domains, routes or published revisions; not by links.
    package var version: Int64

    /// The version that its documents were compiled from.
    package var publishedVersion: Int64

    /// The version of the compiler that made them; 0 before the first time.
    package var publishedCompiler: Int

    /// The tenant, without its links.
    package var tenant: Tenant

    /// The numbers of its domains.
    package var domainIDs: [DomainName: DomainID]

    /// The numbers of its routes.
    package var routeIDs: [RouteName: RouteID]

    /// What its domains publish; empty where the documents were not asked for.
    package var documents: [DomainName: DomainDocuments]

    /// Whether the tenant was edited by hand since its documents were compiled.
    package var isStale: Bool { publishedVersion < version }
}

/// The current association files of a domain.
package struct DomainDocuments: Equatable, Sendable {
    /// The `apple-app-site-association`; `nil` where there is none.
    package var aasa: PublishedDocument?

    /// The `assetlinks.json`; `nil` where there is none.
    package var assetlinks: PublishedDocument?

    /// Makes the files of a domain.
    package init(aasa: PublishedDocument? = nil, assetlinks: PublishedDocument? = nil) {
        self.aasa = aasa
        self.assetlinks = assetlinks
    }
}

/// The bytes that a domain publishes, and since when.
package struct PublishedDocument: Equatable, Sendable {
    /// The SHA-256 of the bytes.
    package var digest: SHA256Digest

    /// The file, byte for byte.
    package var bytes: [UInt8]

    /// The number of the revision; 1 or more, ascending for each domain and kind.
    package var number: Int

    /// When the revision was published.
    package var published: UnixTime

    /// Makes a document.
    package init(digest: SHA256Digest, bytes: [UInt8], number: Int, published: UnixTime) {
        self.digest = digest
        self.bytes = bytes
        self.number = number
        self.published = published
    }
}

/// A tenant in the database, readable or not.
package enum TenantState: Equatable, Sendable {
    /// A tenant whose every row is well formed.
    case readable(TenantSnapshot)

    /// A tenant that an edit by hand has broken: one row that no rule allows.
    case unreadable(TenantID, UnreadableRow)

    /// The number of its row.
    package var id: TenantID {
        switch self {
        case .readable(let snapshot): snapshot.id
        case .unreadable(let id, _): id
        }
    }

    /// The tenant, if it can be read.
    package var snapshot: TenantSnapshot? {
        guard case .readable(let snapshot) = self else { return nil }
        return snapshot
    }
}

/// A row of the database that is no value of ours: someone edited it by hand.
package struct UnreadableRow: Error, Equatable, Sendable, CustomStringConvertible {
    /// The table with its schema.
    package let table: String

    /// The row's `id`.
    package let id: Int32

    /// The column.
    package let column: String

    /// What is allowed.
    package let rule: String

    init(_ table: String, _ id: Int32, _ column: String, _ rule: String) {
        self.table = "fleet.\(table)"
        self.id = id
        self.column = column
        self.rule = rule
    }

    /// Row, column and rule.
    package var description: String { "\(table), id \(id), \(column): \(rule)" }
}

/// All tenants as one transaction saw them.
package struct FleetSnapshot: Equatable, Sendable {
    /// The identity of the fleet: a UUID made by its first migration.
    package var identity: String

    /// The number of the last change that is in the snapshot; 0 for none.
    package var generation: Int64

    /// The tenants, by number.
    package var tenants: [TenantState]

    /// The readable tenants as a value.
    package var fleet: Fleet { Fleet(tenants: tenants.compactMap { $0.snapshot?.tenant }) }
}
