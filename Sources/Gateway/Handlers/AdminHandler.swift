import HTTPServer
import HTTPWire
import Telemetry

/// Answers the operator on a listener of its own: `/metrics`.
final class AdminHandler: RequestHandler {
    private let metrics: MetricRegistry

    init(metrics: MetricRegistry) {
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
            response.answer(.ok, "text/plain; version=0.0.4; charset=utf-8", metrics.text())
        } else {
            response.answer(.notFound, "text/plain; charset=utf-8", Array("/metrics\n".utf8))
        }
        return .done
    }
}
