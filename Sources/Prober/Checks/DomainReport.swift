import Association
package import DeepLinks
package import Platform

/// What all checks of one domain saw, and what follows from it.
package struct DomainReport: Hashable, Sendable {
    /// What was checked.
    package let target: ProbeTarget
    /// When the checks began.
    package let time: UnixTime
    /// Every transfer that was made, in the order they are told.
    package let observations: [Observation]
    /// What a person should know, the gravest first within each vantage.
    package let findings: [ProbeFinding]

    /// Makes a report.
    package init(target: ProbeTarget, time: UnixTime, observations: [Observation], findings: [ProbeFinding]) {
        self.target = target
        self.time = time
        self.observations = observations
        self.findings = findings
    }

    /// The host that was asked.
    package var host: HostName { target.host }

    /// The observation of one thing.
    package func observation(of thing: ObservedThing) -> Observation? {
        observations.first { $0.thing == thing }
    }

    /// The longest pause that the host's own server asks for; `nil` where it asks for none.
    var pause: Duration? {
        observations.filter { $0.vantage == .origin && $0.outcome.status != 200 }.compactMap(\.headers.retryAfter).max()
    }

    /// How the domain stands, in one word.
    package var standing: Standing {
        // Of a host that answers for one file, or for one client, and not for another, something is known.
        let isSilent = !observations.contains { $0.vantage == .origin && $0.outcome.status != nil }
        if isSilent, findings.contains(where: \.code.meansUnreachable) { return .unreachable }
        if findings.contains(where: { $0.severity == .error && !$0.code.meansUnknown }) { return .failing }
        if observations.isEmpty || !unasked.isEmpty { return .unknown }
        return findings.contains(where: \.code.meansStale) ? .stale : .good
    }

    /// Where nothing could be learnt, in order: what is there may be well or not.
    package var unasked: [Vantage] {
        Vantage.allCases.filter { vantage in findings.contains { $0.vantage == vantage && $0.code.meansUnknown } }
    }

    /// How a domain stands; the order is that of gravity.
    package enum Standing: String, Sendable, CaseIterable {
        /// Devices get what the host serves, and it is well.
        case good
        /// The host serves well; what Apple or Google hold is older (case 30).
        case stale
        /// Nothing is known to be wrong, but not everybody could be asked.
        case unknown
        /// What is served, or held, is wrong or refused.
        case failing
        /// The host could not be asked.
        case unreachable
    }
}

extension ProbeFindingCode {
    /// Whether the host could not be asked at all.
    var meansUnreachable: Bool {
        switch self {
        case .addressBlocked, .unresolved, .connectFailed, .timedOut: true
        default: false
        }
    }

    /// Whether somebody could not be asked, which says nothing of the host.
    var meansUnknown: Bool {
        switch self {
        case .appleUnreachable, .googleUnreachable, .proberFault, .noNameServer: true
        default: false
        }
    }

    /// Whether a cache holds an older file.
    var meansStale: Bool {
        switch self {
        case .appleStale, .appleOverdue, .googleStale: true
        default: false
        }
    }
}
