import Association
import CommandLine
import Platform
import Prober

extension Record {
    /// How a file of a domain stands.
    init(_ drift: DomainDrift) {
        let judgement = drift.state.judgement
        add("host", drift.host)
        add("tenant", drift.tenant)
        add("vantage", drift.file.vantage.rawValue)
        add("kind", drift.file.kind.rawValue)
        add("node", drift.file.node.isEmpty ? nil : drift.file.node)
        add("verdict", judgement.verdict.rawValue)
        add("reason", judgement.reason)
        add("revision", judgement.revision.map { .number($0) } ?? Value.none)
        add("current", drift.current.map { .number($0) } ?? Value.none)
        add("since", drift.state.driftSince ?? drift.state.since)
        add("replaced", judgement.replaced)
        add("heals", drift.state.expectedHealing)
        add("overdueSince", drift.state.overdueSince)
        add("consequence", judgement.consequence(for: drift.file))
        add("advice", judgement.advice(at: drift.file.vantage))
        add("outlook", drift.state.outlook(for: drift.file))
        add("entitlements", .list(drift.entitlements))
        add("breaks", .list(judgement.witnesses.map(\.url)))
        add("witnesses", .json(judgement.witnessesJSON))
        add("further", .number(judgement.furtherWitnesses))
        add("seen", drift.state.lastSeen)
        add("unknownSince", drift.state.gap?.since)
        add("unknownBecause", drift.state.gap?.reason)
        add("nextProbe", drift.nextProbe)
        add("alerted", .bool(drift.state.isRaised))
        add("silencedUntil", drift.silencedUntil)
        guard let evidence = drift.evidence else { return }
        add("evidence", .json(evidence.json))
        add("body", evidence.body.map { String(decoding: $0, as: UTF8.self) })
    }
}

extension Record {
    /// The same in the columns of a table, for people.
    init(row drift: DomainDrift) {
        let judgement = drift.state.judgement
        add("host", drift.host)
        add("vantage", drift.place)
        add("kind", drift.file.kind.rawValue)
        add("verdict", judgement.verdict.rawValue)
        add("since", drift.state.driftSince ?? drift.state.since)
        add("reason", judgement.reason)
        add("heals", drift.state.expectedHealing)
        add("breaks", .list(judgement.witnesses.map(\.url)))
    }
}

extension DomainDrift {
    /// Where it is seen: the vantage, of a gateway with its name.
    fileprivate var place: String {
        file.node.isEmpty ? file.vantage.rawValue : "\(file.vantage.rawValue) \(file.node)"
    }

    /// The state in full, for people: a heading and indented lines.
    var story: String {
        let judgement = state.judgement
        var lines = ["\(host)  \(place)  \(file.kind.rawValue)  \(judgement.verdict.rawValue)"]
        func add(_ name: String, _ text: String) {
            lines.append("  \(name)\(String(repeating: " ", count: max(1, 10 - name.count)))\(printable(text))")
        }
        let isKnown = judgement.verdict != .proberBroken
        if isKnown, !judgement.reason.isEmpty { add("why", judgement.reason) }
        if let covered { add("covers", covered) }
        if isKnown { add("since", "\(state.driftSince ?? state.since), last seen \(state.lastSeen)") }
        if let gap = state.gap {
            let age = isKnown ? "all else was known before" : "nothing was ever known"
            add("unknown", "nothing learnt since \(gap.since), \(age): \(gap.reason)")
        }
        if let replaced = judgement.replaced, judgement.revision != nil {
            add("age", "its successor was published \(replaced), \((state.lastSeen - replaced).rough) before")
        }
        if let consequence = judgement.consequence(for: file) { add("means", consequence) }
        for witness in judgement.witnesses {
            add("breaks", "\(witness.url) \(witness.opensNow ? "opens" : "does not open") \(witness.app)")
        }
        if judgement.furtherWitnesses > 0 { add("", "and \(judgement.furtherWitnesses) more of the kind") }
        if let advice = judgement.advice(at: file.vantage) { add("do", advice) }
        if let outlook = state.outlook(for: file) { add("heals", outlook) }
        if let nextProbe { add("next", "probed \(nextProbe)") }
        if let silencedUntil { add("silent", "until \(silencedUntil)") }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Which apps the file counts for, where a wildcard makes that a question.
    private var covered: String? {
        if file.kind == .assetlinks {
            let all = [host.hasPrefix("*.") ? host : nil, wildcard == "*.\(host)" ? wildcard : nil].compactMap(\.self)
            return all.first.map { "the host \($0) of manifests with autoVerify, read at \($0.dropFirst(2))" }
        }
        if host.hasPrefix("*.") { return "applinks:\(host), read at \(host.dropFirst(2)) and at no host below it" }
        guard let wildcard else { return nil }
        let all = entitlements.joined(separator: " and ")
        return entitlements.count > 1
            ? all : "\(all); for applinks:\(wildcard) the file at \(wildcard.dropFirst(2)) counts"
    }
}

extension Duration {
    /// The duration in its largest unit or two, for people: `3 d 4 h`, `12 min`, `40 s`.
    var rough: String {
        let seconds = max(0, components.seconds)
        switch seconds {
        case ..<120: return "\(seconds) s"
        case ..<7200: return "\(seconds / 60) min"
        case ..<172_800: return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
        default: return "\(seconds / 86_400) d \(seconds % 86_400 / 3600) h"
        }
    }
}
