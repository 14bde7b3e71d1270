import Association
import Cryptography
import DeepLinks
import FleetStore

extension TenantSnapshot {
    /// What a domain publishes.
    func document(_ kind: AssociationKind, of name: DomainName) -> PublishedDocument? {
        switch kind {
        case .aasa: documents[name]?.aasa
        case .assetlinks: documents[name]?.assetlinks
        }
    }

    /// Whether a domain publishes a file of its own.
    func isUploaded(_ kind: AssociationKind, of name: DomainName) -> Bool {
        tenant.domains.first { $0.name == name }?.uploads[kind] != nil
    }

    /// What its domains publish otherwise than they did, and what they publish no more.
    func records(since earlier: TenantSnapshot) -> [Record] {
        tenant.domains.flatMap { domain in
            AssociationKind.allCases.filter { kind in
                document(kind, of: domain.name)?.number != earlier.document(kind, of: domain.name)?.number
            }.map { Record($0, of: domain.name, in: self) }
        }
    }
}

extension Record {
    /// What a domain publishes of a kind; without a number where it publishes nothing.
    init(_ kind: AssociationKind, of name: DomainName, in snapshot: TenantSnapshot) {
        let document = snapshot.document(kind, of: name)
        let isUploaded = snapshot.isUploaded(kind, of: name)
        add("host", name.text)
        add("tenant", snapshot.tenant.name.text)
        add("kind", kind.rawValue)
        add("number", document.map { .number($0.number) } ?? Value.none)
        add("sha256", document?.digest.hex)
        add("bytes", document.map { .number($0.bytes.count) } ?? Value.none)
        add("published", document?.published)
        add("source", isUploaded ? "uploaded" : "compiled")
        add("stale", .bool(snapshot.isStale))
        add("compiler", isUploaded ? Value.none : .number(snapshot.publishedCompiler))
    }
}
