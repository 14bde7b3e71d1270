import Association
package import Platform
import JSONText

/// What an alert says about one domain; times in its JSON form are RFC 3339.
package struct AlertBody: Hashable, Sendable {
    /// Whether something began or ended.
    package var event: AlertEvent

    /// The tenant's name.
    package var tenant: String

    /// The domain's name.
    package var host: String

    /// Which file, seen where.
    package var file: ObservedFile

    /// How it stands; for what ended, how it stood.
    package var state: DriftState

    /// When it was seen.
    package var time: UnixTime

    /// Whether it ended because nobody looks at the file any more: the domain or the gateway has gone.
    ///
    /// Default false.
    package var isGone = false

    /// Makes a body.
    package init(
        event: AlertEvent, tenant: String, host: String, file: ObservedFile, state: DriftState, time: UnixTime
    ) {
        self.event = event
        self.tenant = tenant
        self.host = host
        self.file = file
        self.state = state
        self.time = time
    }

    /// The members as JSON.
    package var json: String {
        var writer = JSONWriter(layout: .compact)
        writer.object { writer in
            writer.member("event", event.rawValue)
            writer.member("text", text)
            writer.member("host", host)
            writer.member("tenant", tenant)
            writer.member("time", time.description)
            writer.member("vantage", file.vantage.rawValue)
            writer.member("kind", file.kind.rawValue)
            if !file.node.isEmpty { writer.member("node", file.node) }
            let judgement = state.judgement
            writer.member("verdict", judgement.verdict.rawValue)
            writer.member("reason", judgement.reason)
            if let revision = judgement.revision { writer.member("revision", revision) }
            if event == .raised {
                if let consequence = judgement.consequence(for: file) { writer.member("consequence", consequence) }
                if let advice = judgement.advice(at: file.vantage) { writer.member("advice", advice) }
                if let outlook = state.outlook(for: file) { writer.member("outlook", outlook) }
            }
            writer.member("since", (state.driftSince ?? state.since).description)
            if let healing = state.expectedHealing { writer.member("expectedHealing", healing.description) }
            if let overdue = state.overdueSince { writer.member("overdueSince", overdue.description) }
            if isGone { writer.member("isGone", true) }
            writer.name("witnesses")
            writer.write(judgement.witnesses)
            writer.member("furtherWitnesses", judgement.furtherWitnesses)
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// What happened in one line, for people.
    private var text: String {
        let judgement = state.judgement
        let node = file.node.isEmpty ? "" : " \(file.node)"
        let place = "\(host): \(file.kind.rawValue) at \(file.vantage.rawValue)\(node)"
        switch event {
        case .raised:
            let why = judgement.reason.isEmpty ? "" : ", \(judgement.reason)"
            return "\(place) is \(judgement.verdict.rawValue)\(why); since \(state.driftSince ?? state.since)"
        case .cleared:
            return "\(place) is \(isGone ? "watched no longer" : "in sync again"); it was \(judgement.verdict.rawValue)"
                + " since \(state.driftSince ?? state.since)"
        }
    }
}
