import HTTPServer
import HTTPWire
import Telemetry

/// Answers the operator of a process without links: `/metrics` alone.
final class MetricsHandler: RequestHandler {
    private let metrics: MetricRegistry

    init(_ metrics: MetricRegistry) {
        self.metrics = metrics
    }

    func handle(
        _ request: borrowing RequestView, _ response: inout ResponseWriter, _ record: inout RequestRecord,
        _ deferral: DeferredToken
    ) -> HandlerResult {
        guard request.isRead else {
            response.refuseMethod("GET, HEAD")
            return .done
        }
        if request.path.equals("/metrics") {
            response.answer(.ok, MetricRegistry.mediaType, metrics.text())
        } else {
            response.answer(.notFound, "text/plain; charset=utf-8", Array("/metrics\n".utf8))
        }
        return .done
    }
}
