import HTTPServer
import HTTPWire

/// Answers a balancer's and a supervisor's questions on a listener of its own.
///
/// `/livez` is the process alone; `/readyz` is whether it should get traffic, with reasons. It asks neither the database
/// nor a public loop (cases 132, 134, 136).
final class HealthHandler: RequestHandler {
    private let health: ServiceHealth

    init(_ health: ServiceHealth) {
        self.health = health
    }

    func handle(
        _ request: borrowing RequestView, _ response: inout ResponseWriter, _ record: inout RequestRecord,
        _ deferral: DeferredToken
    ) -> HandlerResult {
        guard request.isRead else {
            response.refuseMethod("GET, HEAD")
            return .done
        }
        if request.path.equals("/livez") {
            response.answer(.ok, "text/plain; charset=utf-8", Array("ok\n".utf8))
        } else if request.path.equals("/readyz") {
            let report = health.report()
            response.answer(report.isReady ? .ok : .serviceUnavailable, "application/json", report.json)
        } else {
            response.answer(.notFound, "text/plain; charset=utf-8", Array("/livez or /readyz\n".utf8))
        }
        return .done
    }
}
