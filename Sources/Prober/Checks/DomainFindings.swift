import Association
import DeepLinks
import Platform

/// What follows from the observations of a domain: pure, so that stored observations can be judged again.
struct DomainFindings {
    let target: ProbeTarget
    let time: UnixTime
    private let seen: [ObservedThing: Observation]
    let observations: [Observation]

    init(_ target: ProbeTarget, _ observations: [Observation], at time: UnixTime) {
        self.target = target
        self.observations = observations
        self.time = time
        seen = Dictionary(observations.map { ($0.thing, $0) }) { first, _ in first }
    }

    /// All findings: by vantage, within each the gravest first.
    var all: [ProbeFinding] {
        let host = origin + differences + certificates + assetLinks + wildcard
        return sorted(host) + sorted(apple) + sorted(google)
    }

    subscript(_ thing: ObservedThing) -> Observation? { seen[thing] }

    /// What a whole domain, also a wildcard's, is called.
    var host: String { target.host.text }

    private func sorted(_ findings: [ProbeFinding]) -> [ProbeFinding] {
        findings.enumerated().sorted {
            ($0.element.severity, $0.offset) < ($1.element.severity, $1.offset)
        }.map(\.element)
    }

    private var wildcard: [ProbeFinding] {
        guard target.domain.isWildcard else { return [] }
        return [
            ProbeFinding(
                .wildcardParent, at: .origin, "the files of \(target.domain) are read at \(host)",
                consequence: "for apps with the entitlement applinks:\(target.domain) they cover every host below"
                    + " \(host), and no host's own copy is read; Android verifies a wildcard there too",
                advice: "serve the files at \(host); for apps that list a host below it by name, as"
                    + " applinks:go.\(host), that host's own files count: check it by its own name")
        ]
    }
}
