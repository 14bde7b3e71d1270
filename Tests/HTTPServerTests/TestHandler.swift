import HTTPServer
import HTTPWire
import Platform

/// Answers a few paths, each in a way that a test needs.
final class TestHandler: RequestHandler {
    private let context: HandlerContext
    private let deferrals: Deferrals

    init(_ context: HandlerContext, _ deferrals: Deferrals) {
        self.context = context
        self.deferrals = deferrals
    }

    func turnBegins() {
        deferrals.turns.withLock { $0 += 1 }
    }

    func handle(
        _ request: borrowing RequestView, _ response: inout ResponseWriter, _ record: inout RequestRecord,
        _ deferral: DeferredToken
    ) -> HandlerResult {
        switch request.method {
        case .get, .head: break
        case .other:
            response.start(.notImplemented)
            response.end()
            return .done
        default:
            response.start(.methodNotAllowed)
            response.field("Allow", "GET, HEAD, OPTIONS")
            response.end()
            return .done
        }
        let path = text(request.path)
        record.tenant = 7
        record.route = UInt32(path.utf8.count)
        switch path {
        case "/deferred":
            deferrals.add(deferral, context.replies)
            return .deferred
        case "/answered-and-deferred":
            deferrals.add(deferral, context.replies)
            response.start(.ok)
            response.end()
            return .deferred
        case "/large":
            var count = 0
            if let query = request.query { count = Int(text(query)) ?? 0 }
            let body = [UInt8](repeating: 0x61, count: count)
            response.start(.ok)
            response.end(body.span)
        case "/nothing": break
        case "/split":
            response.start(.found)
            response.field("Location", Array("https://a.example/\r\nSet-Cookie: a=b".utf8).span)
            response.end()
        case "/loop":
            response.start(.ok)
            response.end(Array(String(context.loop).utf8).span)
        default:
            response.start(.ok)
            response.field("Content-Type", "text/plain")
            response.end(request.target)
        }
        return .done
    }

    func resume(
        _ completion: any DeferredCompletion, _ response: inout ResponseWriter, _ record: inout RequestRecord
    ) {
        guard let completion = completion as? TestCompletion else { return }
        record.link = 3
        response.start(.ok)
        response.end(Array(completion.text.utf8).span)
    }

    private func text(_ span: Span<UInt8>) -> String {
        String(decoding: span.indices.map { span[$0] }, as: UTF8.self)
    }
}

/// What a deferred reply is finished with.
final class TestCompletion: DeferredCompletion {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}

/// The replies that handlers have deferred, for a test to finish.
final class Deferrals: Sendable {
    let turns = LockedValue(0)
    private let tokens = LockedValue<[(token: DeferredToken, replies: DeferredReplies)]>([])

    init() throws {}

    var count: Int { tokens.withLock { $0.count } }

    func add(_ token: DeferredToken, _ replies: DeferredReplies) {
        tokens.withLock { $0.append((token, replies)) }
    }

    /// Completes a reply by its place in the order of deferring.
    func complete(_ index: Int, _ text: String) {
        let (token, replies) = tokens.withLock { $0[index] }
        replies.complete(token, TestCompletion(text))
    }
}
