import Association

/// What a report says of how a domain is served, beside how its files stand.
///
/// A verdict tells whether the right file is there; these tell what will take it away, or does for some.
package struct ReportFindings: Hashable, Sendable {
    /// The codes that are kept; others say no more than a verdict does.
    package static let codes: [ProbeFindingCode] = [
        .tlsExpiresSoon, .certificateDiffers, .nodeCertificateDiffers, .addressDead, .ipv6Unreachable, .rootDiffers,
        .agentDependent, .mediaType,
    ]

    /// What was found.
    package let found: [ProbeFinding]

    /// The codes that the report could tell of: where one of them was not found, it is over.
    package let settled: Set<ProbeFindingCode>

    /// Subjects of which it could not tell all the same: gateways that did not show their certificate.
    package let unseen: Set<String>

    /// Makes what a report says.
    package init(found: [ProbeFinding], settled: Set<ProbeFindingCode>, unseen: Set<String> = []) {
        self.found = found
        self.settled = settled
        self.unseen = unseen
    }

    /// Whether a finding that was made before and not now is over.
    func settles(_ finding: ProbeFinding) -> Bool {
        settled.contains(finding.code) && !unseen.contains(finding.subject)
    }

    /// Reads a report, and what gateways were seen to present; `nil` where none was asked.
    init(_ report: DomainReport, nodes: NodeRound? = nil) {
        let all = report.findings + (nodes?.findings ?? [])
        found = all.filter { Self.codes.contains($0.code) && $0.severity != .note }
        let file = report.observation(of: .file(.aasa))
        var settled: Set<ProbeFindingCode> = []
        if file?.tls?.chain.isEmpty == false { settled.formUnion([.tlsExpiresSoon, .certificateDiffers]) }
        if file?.outcome.status != nil { settled.formUnion([.addressDead, .ipv6Unreachable]) }
        if file?.document != nil, report.observation(of: .rootFile)?.outcome.status != nil {
            settled.insert(.rootDiffers)
        }
        if file?.document != nil, report.observation(of: .plainFile(.aasa))?.outcome.status != nil {
            settled.insert(.agentDependent)
        }
        if file?.outcome.status != nil, report.observation(of: .file(.assetlinks))?.outcome.status != nil {
            settled.insert(.mediaType)
        }
        if nodes != nil { settled.insert(.nodeCertificateDiffers) }
        self.settled = settled
        unseen = nodes?.unseen ?? []
    }
}
