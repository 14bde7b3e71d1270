import HTTPServer
import HTTPWire

/// What `/readyz` says.
package struct ReadinessAnswer: Sendable {
    let isReady: Bool
    let json: [UInt8]

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - isReady: Whether the process does what it is for: the status is 200, else 503.
    ///   - json: The body, with reasons; it names no tenant.
    package init(isReady: Bool, json: [UInt8]) {
        self.isReady = isReady
        self.json = json
    }
}

/// Answers a balancer's and a supervisor's questions on a listener of its own.
///
/// `/livez` is the process alone; `/readyz` is whether it should get traffic, with reasons. It asks neither the database
/// nor a public loop (cases 132, 134, 136).
final class HealthHandler: OperatorHandler {
    private let report: @Sendable () -> ReadinessAnswer

    init(_ report: @escaping @Sendable () -> ReadinessAnswer) {
        self.report = report
    }

    func answer(_ request: borrowing RequestView, _ response: inout ResponseWriter) {
        if request.path.equals("/livez") {
            response.answer(.ok, "text/plain; charset=utf-8", Array("ok\n".utf8))
        } else if request.path.equals("/readyz") {
            let report = report()
            response.answer(report.isReady ? .ok : .serviceUnavailable, "application/json", report.json)
        } else {
            response.answer(.notFound, "text/plain; charset=utf-8", Array("/livez or /readyz\n".utf8))
        }
    }
}
