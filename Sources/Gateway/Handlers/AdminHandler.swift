import DeepLinks
import HTTPServer
import HTTPWire
import Telemetry

/// Answers the operator on a listener of its own: `/metrics`, `/resolve` and `/ask`.
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
        } else if request.path.equals("/ask") {
            ask(request.queryOrEmpty, &response)
        } else {
            response.answer(
                .notFound, "text/plain; charset=utf-8",
                Array("/metrics, /resolve?url=URL or /ask?domain=NAME\n".utf8))
        }
    }

    /// Whether a name is served, for whoever gets certificates on demand, such as Caddy: 200 or 404.
    private func ask(_ query: Span<UInt8>, _ response: inout ResponseWriter) {
        let isServed = AskedDomain.host(query).map { fleet.answers(for: $0) } ?? false
        response.answer(
            isServed ? .ok : .notFound, "text/plain; charset=utf-8", Array((isServed ? "served\n" : "unknown\n").utf8))
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
