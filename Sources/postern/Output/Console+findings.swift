import Association
import CommandLine

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
}
