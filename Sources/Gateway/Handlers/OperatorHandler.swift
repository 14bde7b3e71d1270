import HTTPServer
import HTTPWire

/// A handler that is only read from, and answers at once.
protocol OperatorHandler: RequestHandler {
    /// Answers a `GET` or `HEAD`.
    func answer(_ request: borrowing RequestView, _ response: inout ResponseWriter)
}

extension OperatorHandler {
    /// Refuses other methods with 405 (RFC 9110 section 15.5.6).
    func handle(
        _ request: borrowing RequestView, _ response: inout ResponseWriter, _ record: inout RequestRecord,
        _ deferral: DeferredToken
    ) -> HandlerResult {
        if request.isRead {
            answer(request, &response)
        } else {
            response.refuseMethod("GET, HEAD")
        }
        return .done
    }
}
