import Platform
package import Telemetry

/// The prober's metrics; their list is in the operations guide.
package struct ProbeMetrics: Sendable {
    private let duration: Histogram

    /// Declares them.
    ///
    /// - Parameters:
    ///   - layout: Where.
    ///   - service: What they tell of.
    ///   - alerts: What tells of alerts; `nil` when this prober tells nobody.
    ///   - log: Whose lost lines are counted.
    package init(_ layout: inout MetricLayout, of service: ProbeService, alerts: AlertDelivery?, log: Log) {
        duration = layout.histogram(
            "postern_probe_duration_seconds", "All checks of one domain, from the first transfer to the report.",
            bounds: [
                .milliseconds(50), .milliseconds(100), .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2),
                .seconds(5), .seconds(10), .seconds(20), .seconds(40), .seconds(80),
            ])
        layout.counter("postern_probe_recorded_total", "Probes that were recorded.") {
            UInt64(service.status.probes)
        }
        layout.counter("postern_probe_lost_total", "Probes that outlasted their lease, so that nothing was recorded.") {
            UInt64(service.status.lost)
        }
        layout.gauge("postern_probe_database_connected", "1 while the database answers the prober.") {
            service.status.isConnected ? 1 : 0
        }
        layout.gauge(
            "postern_probe_domains", "Live domains by what is seen of them, each under every verdict that it has.",
            label: MetricLabel("verdict", Verdict.self)
        ) {
            let domains = service.status.survey.domains
            return Verdict.allCases.map { Double(domains[$0] ?? 0) }
        }
        layout.gauge(
            "postern_probe_findings", "Live domains by what is wrong with how they are served beside their files.",
            label: MetricLabel("code", ReportFindings.codes.map(\.rawValue))
        ) {
            let findings = service.status.survey.findings
            return ReportFindings.codes.map { Double(findings[$0] ?? 0) }
        }
        layout.gauge(
            "postern_probe_unknown_domains",
            "Live domains of which the last probe did not learn how they stand, by vantage.",
            label: MetricLabel("vantage", Vantage.self)
        ) {
            let unknown = service.status.survey.unknown
            return Vantage.allCases.map { Double(unknown[$0] ?? 0) }
        }
        layout.gauge(
            "postern_gateways", "Gateways on the list, by whether they give signs of life.",
            label: MetricLabel("state", GatewayTally.State.self)
        ) {
            let gateways = service.status.survey.gateways
            return [Double(gateways.live), Double(gateways.silent)]
        }
        layout.gauge(
            "postern_probe_broken",
            "1 while the prober cannot trust a part of itself, so that it moves no state by it.",
            label: MetricLabel("part", ProberPart.self)
        ) {
            let broken = service.status.broken
            return ProberPart.allCases.map { broken.contains($0) ? 1 : 0 }
        }
        layout.gauge(
            "postern_probe_ipv6", "1 while the prober's own network leads to public IPv6 addresses; else none is asked."
        ) { AddressRoutes().leadToIPv6 ? 1 : 0 }
        layout.gauge("postern_probe_oldest_drift_seconds", "For how long the oldest drift lasts; 0 without one.") {
            service.status.survey.oldestDrift.seconds
        }
        layout.gauge("postern_probe_overdue_domains", "Domains that nobody has probed a minute after they were due.") {
            Double(service.status.survey.overdue)
        }
        layout.gauge("postern_probe_alerts_waiting", "Alerts of the database that no webhook was told of yet.") {
            Double(service.status.survey.untoldAlerts)
        }
        layout.gauge("postern_probe_oldest_alert_seconds", "For how long the oldest of them waits; 0 without one.") {
            service.status.survey.oldestAlert.seconds
        }
        layout.counter("postern_probe_alerts_told_total", "Alerts that this prober told its webhook.") {
            UInt64(alerts?.status.told ?? 0)
        }
        layout.counter("postern_probe_webhook_failures_total", "Deliveries to the webhook that failed.") {
            UInt64(alerts?.status.failures ?? 0)
        }
        layout.counter("postern_log_lines_dropped_total", "Lines of the log lost because its reader was behind.") {
            log.dropped
        }
    }

    /// Counts a probe, from any thread.
    ///
    /// - Parameters:
    ///   - time: How long it took.
    ///   - registry: Where.
    package func observe(_ time: Duration, in registry: MetricRegistry) {
        registry.shared.observe(duration, time.wholeNanoseconds)
    }
}
