import HTTPServer
import HTTPWire
import Telemetry

/// Answers the operator of a process without links: `/metrics` alone.
final class MetricsHandler: OperatorHandler {
    private let metrics: MetricRegistry

    init(_ metrics: MetricRegistry) {
        self.metrics = metrics
    }

    func answer(_ request: borrowing RequestView, _ response: inout ResponseWriter) {
        if request.path.equals("/metrics") {
            response.answer(.ok, MetricRegistry.mediaType, metrics.text())
        } else {
            response.answer(.notFound, "text/plain; charset=utf-8", Array("/metrics\n".utf8))
        }
    }
}
