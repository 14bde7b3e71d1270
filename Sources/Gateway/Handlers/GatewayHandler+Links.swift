import DeepLinks
import HTTPServer
import HTTPWire
import Platform

/// What happens when a link decides.
extension GatewayHandler {
    /// Asks for a link; the reply comes by ``resume(_:_:_:)``.
    func look(
        for link: LinkRequest, _ client: Client, _ found: FoundDomain, _ path: Span<UInt8>, _ query: Span<UInt8>,
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
        let hostBytes = [UInt8](copying: host.name)
        let domainKey = domain.key
        links.find(slug, route: link.route, of: domain) { [replies] found in
            replies.complete(
                deferral,
                LinkReply(
                    domain: domainKey, host: hostBytes, path: pathBytes, query: queryBytes, client: client, route: link,
                    found: found))
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
            case .url(let url): answer = refuses(url, domain) ? .refused : .url(expires: expires?.microseconds)
            case .path: answer = .path(expires: expires?.microseconds)
            }
            destination = Array(target.text.utf8)
        }
        let program = RouteProgramView(words: domain.words, text: domain.text)
        let (path, query) = (reply.path, reply.query)
        // Other requests have used the workspace since: what the route captured is found once more.
        if program.dependsOnClient {
            _ = program.resolve(
                path: path.span, query: query.span, client: reply.client, time: now, captures: &captures)
        }
        let step = program.decide(
            link: answer, request: reply.route, client: reply.client, time: now, path: path.span, query: query.span,
            captures: captures)
        switch step {
        case .decided(let decision):
            note(decision, domain, &record)
            self.answer(decision, destination, reply, domain, &response, &record)
        case .reenter:
            reenter(destination, answer, reply, domain, &response, &record)
        }
    }

    /// Whether the tenant's rules let no link lead to a URL; its row may be older than they are (case 57).
    private func refuses(_ url: WebURL, _ domain: FoundDomain) -> Bool {
        let program = RouteProgramView(words: domain.words, text: domain.text)
        guard url.scheme == .http || program.limitsHosts else { return false }
        return table.domain(numbered: domain)?.routes.destinationRules.refusal(of: url) != nil
    }

    /// Answers with a link's own URL or another place of its route, or says that there is no such link, or none any more.
    private func answer(
        _ decision: Decision, _ destination: [UInt8], _ reply: LinkReply, _ domain: FoundDomain,
        _ response: inout ResponseWriter, _ record: inout RequestRecord
    ) {
        let (path, query) = (reply.path, reply.query)
        let redirect: Redirect
        switch decision.answer {
        case .notFound:
            return decision.reason == .expiredLink
                ? response.answerPage(.gone, Page.gone) : response.answerPage(.notFound, Page.notFound)
        case .page(let page):
            return answer(
                page, decision, domain, reply.host, path.span, query.span, link: destination, asked: reply.route,
                &response)
        case .redirect(let chosen): redirect = chosen
        }
        let location = location(
            of: redirect.target, domain, reply.host, path.span, query.span, link: destination, asked: reply.route)
        answer(redirect, to: location, decision, reply, &response, &record)
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
            path: target.path, query: target.query, client: reply.client, time: now, captures: &captures,
            isReentry: true)
        guard case .decided(let decision) = resolution else {
            record.reason = Reason.linkToLink.rawValue
            return response.answerPage(.notFound, Page.notFound)
        }
        note(decision, domain, &record)
        let redirect: Redirect
        switch decision.answer {
        case .notFound: return response.answerPage(.notFound, Page.notFound)
        case .page(let page):
            return answer(page, decision, domain, reply.host, target.path, target.query, &response)
        case .redirect(let chosen): redirect = chosen
        }
        let location = location(of: redirect.target, domain, reply.host, target.path, target.query)
        let own = program.redirect(redirect, of: link, request: reply.route, time: now)
        answer(own, to: location, decision, reply, &response, &record)
    }

    /// Sends the redirect of a link, unless it would lead to the link itself.
    private func answer(
        _ redirect: Redirect, to location: [UInt8], _ decision: Decision, _ reply: LinkReply,
        _ response: inout ResponseWriter, _ record: inout RequestRecord
    ) {
        let (host, path, query) = (reply.host, reply.path, reply.query)
        guard !OwnURL.isSame(location.span, host: host.span, path: path.span, query: query.span) else {
            record.reason = Reason.ownURL.rawValue
            return response.answerPage(.notFound, Page.notFound)
        }
        response.startLinkRedirect(redirect)
        if decision.variesByClient { response.varyByClient() }
        response.startField("Location")
        response.append(location.span)
        response.endField()
        response.end()
    }
}
