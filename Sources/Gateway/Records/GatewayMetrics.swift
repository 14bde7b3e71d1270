import DeepLinks
import HTTPServer
import Platform
import Telemetry

/// The gateway's metrics; their list is in the operations guide.
struct GatewayMetrics: Sendable {
    /// The status classes of ``requests``.
    static let statusClasses = ["2xx", "3xx", "4xx", "5xx"]

    let requests: Counter
    let tenantRequests: Counter
    let clients: Counter
    let duration: Histogram
    let tenants: MetricNames

    init(_ layout: inout MetricLayout) {
        tenants = MetricNames()
        requests = layout.counter(
            "postern_requests_total", "Requests answered, by the reason for the answer and its status class.",
            labels: MetricLabel("reason", Reason.allCases.map { "\($0)" }),
            MetricLabel("status", Self.statusClasses))
        tenantRequests = layout.counter(
            "postern_tenant_requests_total", "Requests answered, by tenant and status class.",
            labels: MetricLabel("tenant", tenants), MetricLabel("status", Self.statusClasses))
        clients = layout.counter(
            "postern_client_requests_total",
            "Requests whose answer depends on who asks, by kind of program and platform.",
            labels: MetricLabel("client", ClientClass.allCases.map(\.text)),
            MetricLabel("platform", ClientPlatform.allCases.map(\.text)))
        duration = layout.histogram(
            "postern_request_duration_seconds", "From the request being read to its answer being written.",
            bounds: [
                .microseconds(10), .microseconds(25), .microseconds(50), .microseconds(100), .microseconds(250),
                .microseconds(500), .milliseconds(1), .milliseconds(5), .milliseconds(25), .milliseconds(100),
                .milliseconds(250), .seconds(1),
            ])
    }

    /// Declares what a server counts itself.
    static func declare(_ layout: inout MetricLayout, server: @escaping @Sendable () -> ServerStatistics) {
        layout.gauge("postern_http_connections", "Connections open now.") { Double(server().openConnections) }
        layout.counter("postern_http_connections_accepted_total", "Connections accepted.") {
            UInt64(server().accepted)
        }
        layout.counter("postern_http_connections_refused_total", "Connections answered 503 because of a limit.") {
            UInt64(server().refused)
        }
        layout.counter("postern_http_connections_handed_over_total", "Connections that a busier loop gave away.") {
            UInt64(server().handedOver)
        }
        layout.counter("postern_http_accept_pauses_total", "Times that no descriptor was left for a connection.") {
            UInt64(server().acceptPauses)
        }
        layout.gauge("postern_http_deferred_replies", "Replies owed now.") { Double(server().owedReplies) }
        layout.counter("postern_http_deferred_replies_total", "Replies deferred.") { UInt64(server().deferred) }
        layout.counter("postern_http_deferred_refused_total", "Replies answered 503 because too many were deferred.") {
            UInt64(server().deferredRefused)
        }
        layout.counter("postern_http_deferred_expired_total", "Deferred replies answered 503 at their deadline.") {
            UInt64(server().deferredReplyExpired)
        }
        layout.counter("postern_http_parse_errors_total", "Requests that could not be read.") {
            UInt64(server().parseErrors.values.reduce(0, +))
        }
        layout.counter(
            "postern_http_proxy_refused_total",
            "Connections closed for want of a PROXY header, or of leave to send one."
        ) {
            let counts = server()
            return UInt64(counts.proxyRefused + counts.proxyInvalid + counts.proxyExpired)
        }
        layout.counter("postern_http_expired_total", "Connections closed at a deadline other than the idle one.") {
            let counts = server()
            return UInt64(counts.headerExpired + counts.bodyExpired + counts.writeExpired)
        }
        layout.counter("postern_http_idle_closed_total", "Connections closed at the idle deadline.") {
            UInt64(server().idleExpired)
        }
        layout.counter("postern_http_sent_bytes_total", "Bytes of answers.") { UInt64(server().bytesSent) }
        layout.counter("postern_records_dropped_total", "Request records lost because the reader was behind.") {
            UInt64(server().recordsDropped)
        }
    }

    /// Declares what is known of the fleet.
    static func declare(_ layout: inout MetricLayout, fleet: ServedFleet, health: ServiceHealth, log: Log) {
        layout.gauge("postern_fleet_domains", "Keys in the routing table.") { Double(fleet.table.count) }
        layout.gauge("postern_fleet_cursor", "The last change that is served; 0 for a file.") {
            Double(health.current.cursor ?? 0)
        }
        layout.gauge("postern_fleet_source_good", "1 while the database answers, or the file is good.") {
            health.current.isSourceGood ? 1 : 0
        }
        layout.gauge("postern_fleet_from_state", "1 while the fleet is served as it was kept on disk.") {
            health.current.isFromState ? 1 : 0
        }
        layout.counter("postern_fleet_state_failures_total", "Times that the fleet could not be kept on disk.") {
            UInt64(health.current.stateFailures)
        }
        layout.gauge("postern_gateway_listed", "1 while the process is on the list of gateways in the database.") {
            health.current.isListed ? 1 : 0
        }
        layout.gauge("postern_fleet_last_read_age_seconds", "Since the fleet was last read or confirmed.") {
            guard let last = health.current.lastRead else { return .infinity }
            return Double((MonotonicTime.now() - last).wholeNanoseconds) / 1e9
        }
        layout.gauge("postern_fleet_stale_tenants", "Tenants whose association files are older than their routes.") {
            Double(health.current.staleTenants)
        }
        layout.gauge("postern_fleet_unreadable_tenants", "Tenants that cannot be read and are served as before.") {
            Double(health.current.unreadableTenants)
        }
        layout.counter("postern_log_lines_dropped_total", "Lines of the log lost because its reader was behind.") {
            log.dropped
        }
    }
}
