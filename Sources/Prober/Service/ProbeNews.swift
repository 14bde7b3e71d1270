import Association
import Telemetry

/// Tells the log what a probe has brought.
struct ProbeNews {
    let log: Log

    /// Tells what is new of a file.
    func tell(_ events: [DriftState.Event], _ domain: LeasedDomain, _ seen: JudgedFile) {
        for event in events {
            let fields: LogFields = [
                .tenant: .string(domain.tenant), .host: .string(domain.name),
                .name: .string(seen.file.vantage.rawValue), .kind: .string(seen.file.kind.rawValue),
                .outcome: .string(seen.judgement.verdict.rawValue), .reason: .string(seen.judgement.reason),
            ]
            switch event {
            case .changed: log.info("what is seen of a domain has changed", fields)
            case .raised: log.warning("a domain has drifted", fields)
            case .cleared: log.info("a domain is in sync again", fields)
            }
        }
    }

    /// Tells what is new of a gateway.
    func tell(_ news: GatewayNews) {
        let fields: LogFields = [.name: .string(news.gateway.node), .reason: .string(news.gateway.reason)]
        switch news.event {
        case .raised: log.warning("no prober reaches a gateway", fields)
        case .cleared: log.info("a gateway answers again, or is gone", fields)
        }
    }

    /// Tells what is new of how a domain is served.
    func tell(_ news: FindingNews, _ domain: LeasedDomain) {
        let finding = news.finding.finding
        let fields: LogFields = [
            .tenant: .string(domain.tenant), .host: .string(domain.name), .name: .string(finding.vantage.rawValue),
            .kind: .string(finding.code.rawValue), .reason: .string(finding.message),
        ]
        switch news.event {
        case .raised: log.warning("something is wrong with how a domain is served", fields)
        case .cleared: log.info("nothing is wrong any more with how a domain is served", fields)
        }
    }
}
