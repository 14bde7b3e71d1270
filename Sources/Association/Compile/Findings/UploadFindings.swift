package import DeepLinks
import JSONText

/// Looks for apps that an uploaded file and its tenant do not both name: app IDs, package names and fingerprints are
/// compared letter by letter.
struct UploadFindings {
    private let tenant: Tenant
    private let kind: AssociationKind
    private let url: String

    init(_ tenant: Tenant, _ domain: Domain, kind: AssociationKind) {
        self.tenant = tenant
        self.kind = kind
        url = "https://\(domain.name.base.text)/"
    }

    /// What the bytes name and the tenant lacks, and the other way round; nothing of a file that cannot be read.
    func findings(_ bytes: [UInt8]) -> [CompileFinding] {
        switch kind {
        case .aasa: (try? AppleDocument(bytes)).map(findings) ?? []
        case .assetlinks: (try? AndroidDocument(bytes)).map(findings) ?? []
        }
    }

    private func findings(_ document: AppleDocument) -> [CompileFinding] {
        let apps = tenant.apps.compactMap { app -> String? in
            if case .ios(let appID, _) = app.identity { appID.text } else { nil }
        }
        return compare(AppleMatcher(document).apps.sorted(), with: apps)
    }

    private func findings(_ document: AndroidDocument) -> [CompileFinding] {
        var named: [String: Set<String>] = [:]
        for statement in document.statements where statement.has(.handleAllURLs) {
            guard case .app(let package, let fingerprints) = statement.target else { continue }
            named[package.value, default: []].formUnion(fingerprints.map(\.value))
        }
        var own: [String: Set<String>] = [:]
        for case .android(let package, let fingerprints) in tenant.apps.map(\.identity) {
            own[package.text, default: []].formUnion(fingerprints.map(\.text))
        }
        // What is included may name the others.
        let isWhole = document.includes.isEmpty
        var findings = compare(named.keys.sorted(), with: own.keys.sorted(), isWhole: isWhole)
        for (package, registered) in own.sorted(by: { $0.key < $1.key }) {
            guard let given = named[package] else { continue }
            findings += given.subtracting(registered).sorted().map { fingerprint in
                finding(
                    .uploadUnknownApp, "gives \(package) a fingerprint that is not registered for it: \(fingerprint)")
            }
            guard isWhole else { continue }
            findings += registered.subtracting(given).sorted().map { fingerprint in
                finding(.uploadMissingApp, "does not give \(package) its registered fingerprint \(fingerprint)")
            }
        }
        return findings
    }

    /// Compares names of the file with those of the tenant's apps.
    ///
    /// - Parameters:
    ///   - named: The names of the file.
    ///   - own: The names of the tenant's apps.
    ///   - isWhole: Whether the file has all that there is.
    /// - Returns: A finding for each name of one side; one for both where one was meant by the other.
    private func compare(_ named: [String], with own: [String], isWhole: Bool = true) -> [CompileFinding] {
        var missing = own.filter { !named.contains($0) }
        var findings: [CompileFinding] = []
        for name in named where !own.contains(name) {
            let meant = name.nearestName(in: missing)
            missing.removeAll { $0 == meant }
            let hint = meant.map { "; did you mean \($0)?" } ?? ""
            findings.append(
                finding(.uploadUnknownApp, "names \(name.onOneLine), which is no app of \(tenant.name)\(hint)"))
        }
        guard isWhole else { return findings }
        return findings
            + missing.map { finding(.uploadMissingApp, "does not name \($0), which no link of the domain opens then") }
    }

    private func finding(_ code: CompileFindingCode, _ clause: String) -> CompileFinding {
        CompileFinding(code: code, route: nil, url: url, message: "the uploaded \(kind.rawValue) \(clause)")
    }
}

extension Tenant {
    /// The apps that the uploaded file of a domain names and the tenant lacks, and the other way round.
    ///
    /// - Parameters:
    ///   - domain: One of the tenant's domains.
    ///   - kind: Whose file.
    /// - Returns: The findings; none where no file is uploaded.
    package func uploadFindings(for domain: Domain, kind: AssociationKind) -> [CompileFinding] {
        guard let bytes = domain.uploads[kind] else { return [] }
        return UploadFindings(self, domain, kind: kind).findings(bytes)
    }
}
