import JSONText
import Platform
package import Postgres

extension ProbeStore {
    /// The gateways that answer no prober, by name.
    ///
    /// - Throws: ``PostgresError``.
    package func silentGateways() throws(PostgresError) -> [GatewayReach] {
        try connection.query(.gatewayReach).filter { $0.silentSince != nil }
    }

    /// What is known of gateways, by name.
    func gatewayReach() throws(PostgresError) -> [String: GatewayReach] {
        Dictionary(try connection.query(.gatewayReach).map { ($0.node, $0) }) { first, _ in first }
    }

    /// Notes which gateways answered a probe, and puts alerts of those that answer none into the outbox; within a
    /// transaction.
    ///
    /// - Parameters:
    ///   - signs: What the probe says.
    ///   - known: What was known before.
    ///   - nodes: The gateways that were asked and were there.
    ///   - time: Now.
    /// - Returns: The alerts.
    /// - Throws: ``PostgresError``.
    func note(
        _ signs: [String: GatewayReach.Sign], known: [String: GatewayReach], nodes: Set<String>, at time: UnixTime
    ) throws(PostgresError) -> [GatewayNews] {
        var news: [GatewayNews] = []
        for (node, sign) in signs.sorted(by: { $0.key < $1.key }) where known[node]?.isNews(sign, at: time) ?? true {
            let held = try connection.queryOptional(.holdGatewayReach, [.text(node)])
            var reach = held ?? GatewayReach(node: node, seen: time)
            let before = reach
            let event = reach.note(sign, at: time, grace: grace)
            try connection.execute(.writeGatewayReach, reach.values)
            if let event { news.append(GatewayNews(event: event, gateway: event == .raised ? reach : before)) }
        }
        for node in known.keys.sorted() where !nodes.contains(node) {
            let gone = try connection.queryOptional(
                .forgetGatewayReach, [.text(node), .time(time + (.zero - GatewayReach.lapse))])
            if let gone, gone.isRaised { news.append(GatewayNews(event: .cleared, gateway: gone)) }
        }
        for one in news { try tell(one, at: time) }
        return news
    }

    /// Forgets gateways that are registered no more and that nobody has asked lately, and clears their alerts; within a
    /// transaction.
    ///
    /// - Throws: ``PostgresError``.
    func forgetDepartedGateways() throws(PostgresError) {
        for gone in try connection.query(.forgetDepartedReach, [.double(GatewayReach.lapse.seconds)])
        where gone.isRaised {
            try tell(GatewayNews(event: .cleared, gateway: gone), at: gone.seen)
        }
    }

    private func tell(_ news: GatewayNews, at time: UnixTime) throws(PostgresError) {
        let gateway = news.gateway
        let since = gateway.silentSince ?? time
        let text =
            news.event == .raised
            ? "no prober reaches the gateway \(gateway.node): \(gateway.reason); since \(since)"
            : "the gateway \(gateway.node) answers again, or is gone; no prober reached it since \(since)"
        var writer = JSONWriter(layout: .compact)
        writer.object { writer in
            writer.member("event", news.event.rawValue)
            writer.member("text", text)
            writer.member("time", time.description)
            writer.member("node", gateway.node)
            writer.member("verdict", gateway.verdict)
            writer.member("reason", gateway.reason)
            if news.event == .raised, let advice = gateway.advice { writer.member("advice", advice) }
            writer.member("since", since.description)
        }
        try connection.execute(
            .insertAlert,
            [
                .text(news.event.rawValue), .text("gateway/\(gateway.verdict)"), .text(nil), .text(nil),
                .json(JSONDocument(String(decoding: writer.bytes, as: UTF8.self))),
            ])
    }
}

/// An alert of a gateway.
package struct GatewayNews: Hashable, Sendable {
    /// Whether its silence has outlived its grace, or is over.
    package let event: AlertEvent
    /// The gateway, silent.
    package let gateway: GatewayReach
}
