import DeepLinks
import FleetStore
import HTTPServer
import HTTPWire
import Telemetry

/// Answers the operator on a listener of its own: `/metrics`, `/resolve` and `/ask`.
///
/// One for the listener's loop. A report that needs a link is given once the link was looked up; other requests are
/// answered meanwhile.
final class AdminHandler: RequestHandler {
    private let metrics: MetricRegistry
    private let fleet: ServedFleet
    private let links: any LinkSource
    private let replies: DeferredReplies

    init(metrics: MetricRegistry, fleet: ServedFleet, links: any LinkSource, context: HandlerContext) {
        self.metrics = metrics
        self.fleet = fleet
        self.links = links
        replies = context.replies
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
        } else if request.path.equals("/resolve") {
            return resolve([UInt8](copying: request.queryOrEmpty), deferral, &response)
        } else if request.path.equals("/ask") {
            ask(request.queryOrEmpty, &response)
        } else {
            response.answer(
                .notFound, "text/plain; charset=utf-8",
                Array("/metrics, /resolve?url=URL or /ask?domain=NAME\n".utf8))
        }
        return .done
    }

    func resume(
        _ completion: any DeferredCompletion, _ response: inout ResponseWriter, _ record: inout RequestRecord
    ) {
        guard let reply = completion as? ResolveReply else { return }
        // The routes may have changed meanwhile, and ask for another link.
        guard reply.answer != .unavailable, fleet.link(for: reply.question) == reply.link else {
            return response.answerUnavailable()
        }
        answer(fleet.report(reply.question, found: reply.answer), reply.format, &response)
    }

    /// Whether a name is served, for whoever gets certificates on demand, such as Caddy: 200 or 404.
    private func ask(_ query: Span<UInt8>, _ response: inout ResponseWriter) {
        let isServed = AskedDomain.host(query).map { fleet.answers(for: $0) } ?? false
        response.answer(
            isServed ? .ok : .notFound, "text/plain; charset=utf-8", Array((isServed ? "served\n" : "unknown\n").utf8))
    }

    /// The report on a URL: JSON, or text with `format=text`.
    private func resolve(
        _ query: [UInt8], _ deferral: DeferredToken, _ response: inout ResponseWriter
    ) -> HandlerResult {
        let isText = query.split(separator: UInt8(ascii: "&")).contains { $0.elementsEqual("format=text".utf8) }
        do throws(RuleViolation) {
            let question = try ResolveQuestion(query: query)
            let format: ResolveReply.Format = isText ? .text : .json
            guard let link = fleet.link(for: question) else {
                answer(fleet.report(question, found: .missing), format, &response)
                return .done
            }
            links.find(link, lane: .prompt) { [replies] answer in
                replies.complete(deferral, ResolveReply(question, link, format, answer))
            }
            return .deferred
        } catch {
            response.answer(.badRequest, "text/plain; charset=utf-8", Array("\(error)\n".utf8))
            return .done
        }
    }

    private func answer(_ report: ResolveReport, _ format: ResolveReply.Format, _ response: inout ResponseWriter) {
        switch format {
        case .json: response.answer(.ok, "application/json", report.json)
        case .text: response.answer(.ok, "text/plain; charset=utf-8", Array(report.text.utf8))
        }
    }
}

/// What finishes a report that waited for a link.
private final class ResolveReply: DeferredCompletion {
    enum Format: Sendable {
        case json
        case text
    }

    let question: ResolveQuestion
    let link: LinkQuery
    let format: Format
    let answer: LookupAnswer

    init(_ question: ResolveQuestion, _ link: LinkQuery, _ format: Format, _ answer: LookupAnswer) {
        self.question = question
        self.link = link
        self.format = format
        self.answer = answer
    }
}
