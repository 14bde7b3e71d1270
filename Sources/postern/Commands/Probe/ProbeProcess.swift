import Gateway
import JSONText
import Platform
import Prober
import Telemetry

/// A prober from start to end, with its listeners: what `postern probe` does.
struct ProbeProcess {
    let service: ProbeService
    let alerts: AlertDelivery?
    let log: Log

    /// Probes until SIGTERM or SIGINT.
    ///
    /// - Parameters:
    ///   - console: Gets a line per listener once it accepts.
    ///   - addresses: Where to listen.
    ///   - signals: Tells the end.
    /// - Throws: ``GatewayError`` when an address cannot be bound, ``SystemError`` when no thread is left.
    func run(
        _ console: Console, _ addresses: (health: [SocketAddress], admin: [SocketAddress]),
        until signals: borrowing SignalReceiver
    ) throws {
        var layout = MetricLayout()
        let metrics = ProbeMetrics(&layout, of: service, alerts: alerts, log: log)
        let registry = MetricRegistry(layout)
        let listeners = try OperatorListeners(health: addresses.health, admin: addresses.admin, metrics: registry) {
            [service] in ReadinessAnswer(service.status)
        }
        let bound = try listeners.start()
        defer { listeners.stop() }
        try service.start { metrics.observe($0, in: registry) }
        defer { service.stop() }
        try alerts?.start()
        defer { alerts?.stop() }
        // Nobody may be reading any more; a prober does not stop for that.
        for listener in bound { try? console.write(listener.line + "\n") }
        let notification = ServiceNotification(path: ProcessEnvironment.value("NOTIFY_SOCKET"))
        notification.send(.ready)
        wait: while true {
            switch signals.wait() {
            case .terminate, .interrupt: break wait
            case .hangUp, nil: continue
            }
        }
        notification.send(.stopping)
        log.info("the prober ends")
    }
}

extension ReadinessAnswer {
    /// What `/readyz` says of a prober: version 1, described in the operations guide.
    fileprivate init(_ status: ProbeService.Status) {
        let isReady = status.isConnected
        var writer = JSONWriter(layout: .compact)
        writer.object { writer in
            writer.member("version", 1)
            writer.member("ready", isReady)
            writer.member("reasons", isReady ? [] : [status.problem == nil ? "starting" : "database"])
            writer.member("database", isReady ? "connected" : "degraded")
            writer.member("probes", status.probes)
            writer.member("under_way", status.underWay)
        }
        self.init(isReady: isReady, json: writer.bytes + [0x0A])
    }
}
