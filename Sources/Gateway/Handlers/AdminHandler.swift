import DeepLinks
import HTTPServer
import HTTPWire
import Telemetry

/// Answers the operator on a listener of its own: `/metrics` and `/resolve`.
final class AdminHandler: OperatorHandler {
    private let metrics: MetricRegistry
    private let fleet: ServedFleet
    private let links: any LinkSource

    init(metrics: MetricRegistry, fleet: ServedFleet, links: any LinkSource) {
        self.metrics = metrics
        self.fleet = fleet
        self.links = links
    }

    func answer(_ request: borrowing RequestView, _ response: inout ResponseWriter) {
        if request.path.equals("/metrics") {
            response.answer(.ok, MetricRegistry.mediaType, metrics.text())
        } else if request.path.equals("/resolve") {
            resolve([UInt8](copying: request.queryOrEmpty), &response)
        } else {
            response.answer(.notFound, "text/plain; charset=utf-8", Array("/metrics or /resolve?url=URL\n".utf8))
        }
    }

    /// The report on a URL: JSON, or text with `format=text`.
    private func resolve(_ query: [UInt8], _ response: inout ResponseWriter) {
        do throws(RuleViolation) {
            let report = fleet.report(try ResolveQuestion(query: query), links: links)
            if query.split(separator: UInt8(ascii: "&")).contains(where: { $0.elementsEqual("format=text".utf8) }) {
                response.answer(.ok, "text/plain; charset=utf-8", Array(report.text.utf8))
            } else {
                response.answer(.ok, "application/json", report.json)
            }
        } catch {
            response.answer(.badRequest, "text/plain; charset=utf-8", Array("\(error)\n".utf8))
        }
    }
}
