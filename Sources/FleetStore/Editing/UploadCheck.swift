import Association
import DeepLinks

/// The errors of the files that an operation uploads; those that were there before were taken once.
struct UploadCheck {
    /// An uploaded file with errors.
    struct BrokenFile {
        let domain: DomainName
        let kind: AssociationKind
        let errors: [Finding]
    }

    /// The new files that have errors.
    let broken: [BrokenFile]

    /// How many errors of a file are told.
    private static let shown = 5

    /// Judges the files that another state of the tenant does not have.
    init(_ tenant: Tenant, since known: Tenant?) {
        let old = Dictionary(
            (known?.domains ?? []).map { ($0.name, $0.uploads) }, uniquingKeysWith: { first, _ in first })
        broken = tenant.domains.flatMap { domain in
            AssociationKind.allCases.compactMap { kind -> BrokenFile? in
                guard let bytes = domain.uploads[kind], old[domain.name]?[kind] != bytes else { return nil }
                let errors = AssociationLint.findings(bytes, kind: kind).filter { $0.severity == .error }
                return errors.isEmpty ? nil : BrokenFile(domain: domain.name, kind: kind, errors: errors)
            }
        }
    }

    /// Refuses broken files.
    func refuse(of tenant: TenantName) throws(StoreError) {
        guard !broken.isEmpty else { return }
        let refusals = broken.flatMap { file in
            let path = FieldPath(
                .field("domains"), .element(file.domain.text), .field("associationFiles"),
                .field(file.kind.rawValue))
            let rest = file.errors.count - Self.shown
            return file.errors.prefix(Self.shown).map { error in
                InputRefusal(
                    path,
                    rule: "\(error.position) of the file: \(error.message); \(error.advice) [\(error.code.rawValue)]")
            } + (rest > 0 ? [InputRefusal(path, rule: "and \(rest) more errors")] : [])
        }
        throw .refused(InputRefusals(tenant: tenant, refusals))
    }
}
