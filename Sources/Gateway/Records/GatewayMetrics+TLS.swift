import Cryptography
import HTTP2
import HTTPServer
import Platform
import Telemetry

extension GatewayMetrics {
    /// Declares what a server counts of TLS, and how it stands with its certificates; all 0 without TLS.
    static func declareTLS(
        _ layout: inout MetricLayout, server: @escaping @Sendable () -> ServerStatistics,
        certificates: @escaping @Sendable () -> CertificateStatus
    ) {
        layout.counter("postern_tls_handshakes_total", "TLS handshakes completed.") { UInt64(server().handshakes) }
        layout.counter("postern_tls_handshakes_resumed_total", "TLS handshakes that began with a ticket.") {
            UInt64(server().handshakesResumed)
        }
        layout.gauge("postern_tls_handshakes_under_way", "TLS handshakes under way now.") {
            Double(server().handshakesUnderWay)
        }
        layout.counter("postern_tls_handshakes_expired_total", "Connections closed at the handshake's deadline.") {
            UInt64(server().handshakesExpired)
        }
        layout.counter("postern_tls_handshakes_refused_total", "Connections closed: too many handshakes under way.") {
            UInt64(server().handshakesRefused)
        }
        layout.counter("postern_tls_handshakes_lost_total", "Connections that the client closed in the handshake.") {
            UInt64(server().handshakesLost)
        }
        layout.counter(
            "postern_tls_failures_total", "TLS sessions that failed.",
            label: MetricLabel("reason", TLSServerFailure.allCases.map(\.name))
        ) {
            let failures = server().tlsFailures
            return TLSServerFailure.allCases.map { UInt64(failures[$0] ?? 0) }
        }
        layout.counter("postern_http_misdirected_total", "Requests for a host outside the certificate, answered 421.") {
            UInt64(server().misdirected)
        }
        declareHTTP2(&layout, server: server)
        layout.gauge("postern_certificates", "Certificates that are presented.") {
            Double(certificates().certificates)
        }
        layout.gauge("postern_certificate_names", "Names that a certificate is presented for.") {
            Double(certificates().names)
        }
        layout.gauge("postern_certificates_refused", "Certificate files that are refused as they are now.") {
            Double(certificates().refused)
        }
        layout.gauge("postern_certificate_first_end_seconds", "Until the first certificate ends; 0 without any.") {
            guard let end = certificates().firstEnd else { return 0 }
            return Double((end - .now()).wholeNanoseconds) / 1e9
        }
    }

    private static func declareHTTP2(
        _ layout: inout MetricLayout, server: @escaping @Sendable () -> ServerStatistics
    ) {
        layout.counter("postern_http2_connections_total", "Connections that spoke HTTP/2.") {
            UInt64(server().multiplexed)
        }
        layout.counter("postern_http2_requests_total", "Requests that came by HTTP/2.") {
            UInt64(server().streamRequests)
        }
        layout.counter(
            "postern_http2_refused_total",
            "HTTP/2 requests refused: the client asks too much at once, or takes too little of it."
        ) {
            UInt64(server().streamsRefused)
        }
        layout.counter(
            "postern_http2_failures_total", "HTTP/2 connections that had to end.",
            label: MetricLabel("reason", HTTP2Failure.allCases.map(\.name))
        ) {
            let failures = server().streamFailures
            return HTTP2Failure.allCases.map { UInt64(failures[$0] ?? 0) }
        }
    }
}
