import Association
import CommandLine
import DeepLinks
import FleetStore

extension Console {
    /// How many findings a write tells.
    private static let shownFindings = 10

    /// Tells what a write brings that the association files cannot say exactly.
    ///
    /// - Parameters:
    ///   - findings: The findings, of which the first ten are shown and the others counted.
    ///   - skippedTenants: How many tenants nobody looked at.
    func note(_ findings: [CompileFinding], skippedTenants: Int = 0) {
        for finding in findings.prefix(Self.shownFindings) { note("note: \(finding)") }
        let rest = findings.count - Self.shownFindings
        if rest > 0 { note("note: and \(rest) more; 'postern association compile HOST' shows them") }
        if skippedTenants > 0 { note("note: \(skippedTenants) more tenants change and were not looked at") }
    }

    /// Tells what a fleet file brings.
    func note(_ findings: WriteFindings) {
        note(findings.findings, skippedTenants: findings.skippedTenants)
        for links in findings.stranded { note(links) }
    }

    /// Tells which links an edit strands.
    func note(_ links: StrandedLinks) {
        let subject = links.count == 1 ? "1 link is" : "\(links.count) links are"
        let example = links.example.map { "; \($0.url): \($0.reason)" } ?? ""
        let rest = links.seen < 10_000 ? "" : "; only the first \(links.seen) links were looked at"
        note("note: \(subject) reached no more\(example) [stranded-links]\(rest)")
    }
}
