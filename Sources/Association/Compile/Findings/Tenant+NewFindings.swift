package import DeepLinks

extension Tenant {
    /// What the files of the tenant's live domains cannot say exactly, and those of an earlier state could or did not
    /// have to say.
    ///
    /// Domains whose files are made of the same count once, by the first of them. A file that cannot be made has no
    /// finding: whoever writes it is told.
    ///
    /// - Parameter earlier: The state before; `nil` for a tenant that was not there.
    /// - Returns: The findings, by domain and kind.
    package func newCompileFindings(since earlier: Tenant?) -> [CompileFinding] {
        let known = Set(earlier?.compileFindings().map(FindingKey.init) ?? [])
        return compileFindings().filter { !known.contains(FindingKey($0)) }
    }

    private func compileFindings() -> [CompileFinding] {
        var sources: [AssociationSource] = []
        var seen: Set<FindingKey> = []
        var findings: [CompileFinding] = []
        for domain in domains where domain.state == .live {
            let source = associationSource(for: domain)
            // What a wildcard's name or one below it does is its own.
            guard domain.name.isWildcard || !sources.contains(source) else { continue }
            sources.append(source)
            for kind in AssociationKind.allCases {
                // A route that none reaches is so on both platforms, and for each table of the tenant.
                let found = (try? compileFindings(for: domain, kind: kind)) ?? []
                findings += (found + uploadFindings(for: domain, kind: kind)).filter {
                    seen.insert(FindingKey($0)).inserted
                }
            }
        }
        return findings
    }
}

/// What makes a finding the same as another: of a route not the host that its URL shows it at, of a file what it names.
private struct FindingKey: Hashable {
    let code: CompileFindingCode
    let route: RouteName?
    let text: String

    init(_ finding: CompileFinding) {
        code = finding.code
        route = finding.route
        switch finding.code {
        case .uploadUnknownApp, .uploadMissingApp: text = "\(finding.url) \(finding.message)"
        default: text = finding.route == nil ? finding.url : finding.message
        }
    }
}
