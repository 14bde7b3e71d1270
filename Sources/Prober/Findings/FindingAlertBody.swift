import Association
import JSONText
import Platform

/// What an alert says about a finding; times in its JSON form are RFC 3339.
struct FindingAlertBody {
    let news: FindingNews
    let tenant: String
    let host: String
    /// Now.
    let time: UnixTime

    /// What alerts of one origin have in common.
    var cause: String { "\(finding.vantage.rawValue)/\(finding.code.rawValue)" }

    private var finding: ProbeFinding { news.finding.finding }

    /// The members as JSON.
    var json: String {
        var writer = JSONWriter(layout: .compact)
        writer.object { writer in
            writer.member("event", news.event.rawValue)
            writer.member("text", text.storable)
            writer.member("host", host)
            writer.member("tenant", tenant)
            writer.member("time", time.description)
            writer.member("vantage", finding.vantage.rawValue)
            writer.member("finding", finding.code.rawValue)
            writer.member("severity", finding.severity.rawValue)
            if !finding.subject.isEmpty { writer.member("subject", finding.subject) }
            writer.member("reason", finding.message.storable)
            writer.member("consequence", finding.consequence)
            writer.member("advice", finding.advice)
            writer.member("since", news.finding.since.description)
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// What happened in one line, for people.
    private var text: String {
        switch news.event {
        case .raised: "\(host): \(finding.message); since \(news.finding.since)"
        case .cleared: "\(host): it is over that \(finding.message)"
        }
    }
}
