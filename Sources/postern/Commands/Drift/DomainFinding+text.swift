import Association
import CommandLine
import Platform
import Prober

extension Record {
    /// Something that is wrong with how a domain is served.
    init(_ one: DomainFinding) {
        let finding = one.kept.finding
        add("host", one.host)
        add("tenant", one.tenant)
        add("vantage", finding.vantage.rawValue)
        add("code", finding.code.rawValue)
        add("severity", finding.severity.rawValue)
        add("subject", finding.subject.isEmpty ? nil : finding.subject)
        add("message", finding.message)
        add("consequence", finding.consequence)
        add("advice", finding.advice)
        var evidence = Record()
        for piece in finding.evidence { evidence.add(piece.name, piece.value) }
        add("evidence", .record(evidence))
        add("since", one.kept.since)
        add("seen", one.kept.lastSeen)
        add("alerted", .bool(one.kept.isRaised))
        add("silencedUntil", one.silencedUntil)
    }

    /// The same in the columns of a drift, for people.
    init(row one: DomainFinding) {
        let finding = one.kept.finding
        add("host", one.host)
        add("vantage", finding.vantage.rawValue)
        add("verdict", finding.severity.rawValue)
        add("since", one.kept.since)
        add("reason", "\(finding.code.rawValue): \(finding.message)")
    }
}

extension DomainFinding {
    /// The finding in full, for people: a heading and indented lines.
    var story: String {
        let finding = kept.finding
        var lines = ["\(host)  \(finding.vantage.rawValue)  \(finding.severity.rawValue)  \(finding.code.rawValue)"]
        func add(_ name: String, _ text: String) {
            lines.append("  \(name)\(String(repeating: " ", count: max(1, 10 - name.count)))\(printable(text))")
        }
        add("why", finding.message)
        add("since", "\(kept.since), last seen \(kept.lastSeen)")
        add("means", finding.consequence)
        add("do", finding.advice)
        if let silencedUntil { add("silent", "until \(silencedUntil)") }
        return lines.map { $0 + "\n" }.joined()
    }
}
