import DeepLinks
import HTTPServer
import HTTPWire
import Platform

/// What happens when a link decides.
extension GatewayHandler {
    /// Asks for a link; the reply comes by ``resume(_:_:_:)``.
    func look(
        for link: LinkRequest, _ found: FoundDomain, _ path: Span<UInt8>, _ query: Span<UInt8>,
        _ deferral: DeferredToken, _ response: inout ResponseWriter, _ record: inout RequestRecord
    ) -> HandlerResult {
        guard let domain = table.domain(numbered: found), link.route < domain.routes.routes.count else {
            record.reason = Reason.unknownLink.rawValue
            response.answerPage(.notFound, Page.notFound)
            return .done
        }
        let slug = String(decoding: [UInt8](copying: captures.slug), as: UTF8.self)
        let pathBytes = [UInt8](copying: path)
        let queryBytes = [UInt8](copying: query)
        let domainKey = domain.key
        links.find(slug, route: link.route, of: domain) { [replies] found in
            replies.complete(
                deferral, LinkReply(domain: domainKey, path: pathBytes, query: queryBytes, route: link, found: found))
        }
        return .deferred
    }

    func finish(
        _ reply: LinkReply, _ domain: FoundDomain, _ response: inout ResponseWriter, _ record: inout RequestRecord
    ) {
        let answer: LinkAnswer
        var destination: [UInt8] = []
        switch reply.found {
        case .unavailable: return response.answerUnavailable()
        case .unknown: answer = .unknown
        case .link(let number, let target, let expires):
            record.link = number
            switch target {
            case .url: answer = .url(expires: expires?.microseconds)
            case .path: answer = .path(expires: expires?.microseconds)
            }
            destination = Array(target.text.utf8)
        }
        let program = RouteProgramView(words: domain.words, text: domain.text)
        switch program.decide(link: answer, request: reply.route, time: now) {
        case .decided(let decision):
            note(decision, domain, &record)
            self.answer(decision, destination, reply, &response)
        case .reenter:
            reenter(destination, answer, reply, domain, &response, &record)
        }
    }

    /// Answers with a link's own URL, or says that there is no such link, or none any more.
    private func answer(
        _ decision: Decision, _ destination: [UInt8], _ reply: LinkReply, _ response: inout ResponseWriter
    ) {
        guard case .redirect(let redirect) = decision.answer else {
            return decision.reason == .expiredLink
                ? response.answerPage(.gone, Page.gone) : response.answerPage(.notFound, Page.notFound)
        }
        let (requestPath, requestQuery) = (reply.path, reply.query)
        response.startLinkRedirect(redirect)
        response.startField("Location")
        var cursor = LocationCursor(link: destination.span)
        while let piece = cursor.next(destination: destination.span, query: requestQuery.span) {
            response.append(
                piece, text: Span(), path: requestPath.span, query: requestQuery.span, destination: destination.span)
        }
        response.endField()
        response.end()
    }

    /// Takes a link's path through the routes once more.
    private func reenter(
        _ destination: [UInt8], _ link: LinkAnswer, _ reply: LinkReply, _ domain: FoundDomain,
        _ response: inout ResponseWriter, _ record: inout RequestRecord
    ) {
        let requestQuery = reply.query
        let target = LinkPath(destination: destination.span, query: requestQuery.span)
        let program = RouteProgramView(words: domain.words, text: domain.text)
        let resolution = program.resolve(
            path: target.path, query: target.query, client: Client(), time: now, captures: &captures, isReentry: true)
        guard case .decided(let decision) = resolution else {
            record.reason = Reason.linkToLink.rawValue
            return response.answerPage(.notFound, Page.notFound)
        }
        note(decision, domain, &record)
        guard case .redirect(let redirect) = decision.answer, case .template(let template) = redirect.target else {
            return response.answerPage(.notFound, Page.notFound)
        }
        response.startLinkRedirect(program.redirect(redirect, of: link, request: reply.route, time: now))
        writeLocation(template, domain, target.path, target.query, &response)
        response.end()
    }
}
