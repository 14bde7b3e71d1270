import Association
import CommandLine
import DeepLinks
import Platform
import Prober

/// A report for people: a line for each vantage, then each finding with what to do.
struct DoctorText {
    private let report: DomainReport

    init(_ report: DomainReport) {
        self.report = report
    }

    /// The whole text.
    var text: String {
        var text =
            "\(report.target.domain.display)\(report.target.domain.isWildcard ? ", read at \(report.host)" : "")\n\n"
        for vantage in Vantage.allCases {
            if let line = overview(vantage) { text += line + "\n" }
        }
        for finding in report.findings { text += "\n" + paragraph(finding) }
        return text + "\n\(verdict)\n"
    }

    private var verdict: String {
        switch report.standing {
        case .good: "good: devices get what the host serves"
        case .stale: "stale: the host serves well, and an older state is held elsewhere"
        case .unknown: "unknown: nothing is known to be wrong, but \(unasked) could not be asked"
        case .failing: "failing: something must be mended"
        case .unreachable: "unreachable: the host could not be asked"
        }
    }

    private var unasked: String {
        report.unasked.map(\.rawValue).joined(separator: " and ")
    }

    private func overview(_ vantage: Vantage) -> String? {
        let seen = report.observations.filter { $0.vantage == vantage }
        guard let first = seen.first else { return nil }
        let findings = report.findings.filter { $0.vantage == vantage && $0.severity != .note }
        let isBad = findings.contains { $0.severity == .error }
        let mark = report.unasked.contains(vantage) ? "?" : findings.isEmpty ? "✓" : isBad ? "✗" : "!"
        let name = vantage.rawValue + String(repeating: " ", count: max(1, 12 - vantage.rawValue.utf8.count))
        return "  \(mark) \(name)\(details(first, vantage).joined(separator: ", "))"
    }

    private func details(_ seen: Observation, _ vantage: Vantage) -> [String] {
        var details = [seen.outcome.status.map { "\($0)" } ?? seen.outcome.label]
        if let document = seen.document { details.append("\(document.count) bytes") }
        if vantage == .origin, let remote = seen.remoteAddress { details.append("\(remote.address)") }
        if let version = seen.tls?.version { details.append(version) }
        if let expiry = seen.tls?.expiry {
            details.append("certificate until \(String(expiry.description.prefix(10)))")
        }
        if let freshness = seen.freshness {
            details.append(
                "\(freshness.age.components.seconds) s old, \(freshness.remaining.components.seconds) s left")
        }
        return details
    }

    private func paragraph(_ finding: ProbeFinding) -> String {
        var text = """
            \(finding.severity.rawValue): \(printable(finding.message)) [\(finding.vantage.rawValue), \(finding.code.rawValue)]
                why it matters: \(printable(finding.consequence))
                what to do:     \(printable(finding.advice))

            """
        for piece in finding.evidence where !piece.value.isEmpty {
            text += "    \(piece.name): \(printable(piece.value))\n"
        }
        return text
    }
}
