import Association
import Cryptography
import DeepLinks
import Postgres

extension FleetStore {
    /// Compiles the documents of a tenant's live domains, gives every domain whose bytes changed a revision, and marks
    /// the tenant as published.
    func publishDocuments(of tenant: Tenant, _ id: Int32) throws(StoreError) {
        let tenantID = Value.int32(id)
        let (domains, revisions) = try inDatabase { () throws(PostgresError) in
            (try connection.query(.domains, [.int32s([id])]), try connection.query(.currentRevisions, [.int32s([id])]))
        }
        let numbers = Dictionary(domains.map { ($0.name, $0.id) }, uniquingKeysWith: { first, _ in first })
        let current = Dictionary(
            revisions.map { (PublicationKey(domain: $0.domainID, kind: $0.kind), $0.digest) },
            uniquingKeysWith: { first, _ in first })
        var documents: [DocumentKey: [UInt8]] = [:]
        var publications: [(key: PublicationKey, digest: [UInt8]?, isUploaded: Bool)] = []
        // Most domains of a tenant have equal sources.
        var compiled: [(source: AssociationSource, files: CompiledDocuments)] = []
        for domain in tenant.domains where domain.state == .live {
            guard let number = numbers[domain.name.text] else { continue }
            let source = tenant.associationSource(for: domain)
            let files: CompiledDocuments
            if let known = compiled.first(where: { $0.source == source }) {
                files = known.files
            } else {
                files = try compile(source, domain.name, tenant.name)
                compiled.append((source, files))
            }
            for (kind, file) in files.byKind {
                let key = PublicationKey(domain: number, kind: kind.rawValue)
                let known = current[key]
                guard known != .some(file?.digest), known != nil || file != nil else { continue }
                publications.append((key, file?.digest, source.uploads[kind] != nil))
                if let file { documents[DocumentKey(digest: file.digest, kind: kind.rawValue)] = file.bytes }
            }
        }
        try inDatabase { () throws(PostgresError) in
            if !documents.isEmpty {
                let keys = Array(documents.keys)
                try connection.execute(
                    .insertDocuments,
                    [
                        .byteArrays(keys.map(\.digest)), .texts(keys.map(\.kind)),
                        .byteArrays(keys.map { documents[$0] ?? [] }),
                    ])
            }
            if !publications.isEmpty {
                try connection.execute(
                    .insertRevisions,
                    [
                        tenantID, .int32s(publications.map(\.key.domain)), .texts(publications.map(\.key.kind)),
                        .byteArrays(publications.map(\.digest)), .bools(publications.map(\.isUploaded)),
                    ])
            }
            try connection.execute(.publishTenant, [tenantID, .int32(Int32(compiler.version))])
        }
    }

    private func compile(
        _ source: AssociationSource, _ domain: DomainName, _ tenant: TenantName
    ) throws(StoreError) -> CompiledDocuments {
        var documents = CompiledDocuments()
        for kind in AssociationKind.allCases {
            let bytes: [UInt8]?
            do throws(AssociationError) {
                bytes = try compiler.compile(source, kind)
            } catch {
                let path = FieldPath(.field("domains"), .element(domain.text))
                throw .refused(InputRefusals(tenant: tenant, [InputRefusal(path, rule: error.description)]))
            }
            var file: CompiledDocuments.File?
            if let bytes {
                do throws(CryptographyError) {
                    file = CompiledDocuments.File(digest: try SHA256.digest(of: bytes).bytes, bytes: bytes)
                } catch {
                    throw .internal(error.description)
                }
            }
            documents.byKind.append((kind, file))
        }
        return documents
    }
}

/// What a source compiles to.
struct CompiledDocuments {
    struct File {
        var digest: [UInt8]
        var bytes: [UInt8]
    }

    /// The file of each kind; `nil` for none.
    var byKind: [(kind: AssociationKind, file: File?)] = []
}

/// What a revision is of.
struct PublicationKey: Hashable {
    var domain: Int32
    var kind: String
}
