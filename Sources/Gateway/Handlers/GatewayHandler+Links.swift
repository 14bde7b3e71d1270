import DeepLinks
import FleetStore
import HTTPServer
import HTTPWire
import Platform

/// What happens when a link decides.
extension GatewayHandler {
    /// Answers by what is kept of a link, or asks for it; then the reply comes by ``resume(_:_:_:)``.
    func answer(
        _ asked: LinkRequest, _ client: Client, _ domain: FoundDomain, _ path: Span<UInt8>, _ query: Span<UInt8>,
        _ asker: borrowing PageAsker, _ deferral: DeferredToken, _ response: inout ResponseWriter,
        _ record: inout RequestRecord
    ) -> HandlerResult {
        record.route = domain.routeNumber(asked.route)
        guard let place = domain.linkPlace(asked.route) else {
            serve(nil, asked, client, domain, path, query, asker, &response, &record)
            return .done
        }
        switch links.find(place, captures.slug) {
        case .link(let link):
            serve(link.facts, asked, client, domain, path, query, asker, &response, &record)
            return .done
        case .missing:
            serve(nil, asked, client, domain, path, query, asker, &response, &record)
            return .done
        case .nothing:
            guard let key = table.domain(numbered: domain)?.key else {
                response.answerPage(.notFound, Page.notFound)
                return .done
            }
            // What holds if the reply is given up.
            record.reason = Reason.linkUnavailable.rawValue
            let slug = String(decoding: [UInt8](copying: captures.slug), as: UTF8.self)
            let copy = LinkRequestCopy(
                domain: key, host: [UInt8](copying: host.name), path: [UInt8](copying: path),
                query: [UInt8](copying: query), client: client, userAgent: [UInt8](copying: asker.userAgent),
                languages: [UInt8](copying: asker.languages), route: asked, describes: describes)
            let waiter = LinkWait.Waiter(token: deferral, request: copy)
            if links.look(for: place.query(slug), tenant: domain.tenant, waiter) { return .deferred }
            answerUnavailable(domain, path, query, &response)
            return .done
        }
    }

    /// Answers a request that waited for its link.
    func finish(
        _ reply: LinkReply, _ domain: FoundDomain, _ response: inout ResponseWriter, _ record: inout RequestRecord
    ) {
        let request = reply.request
        let (path, query) = (request.path, request.query)
        let (userAgent, languages) = (request.userAgent, request.languages)
        let asker = PageAsker(userAgent: userAgent.span, languages: languages.span)
        // Other requests have used the workspaces since.
        restore(host: request.host)
        let program = RouteProgramView(words: domain.words, text: domain.text)
        if program.dependsOnClient {
            _ = program.resolve(
                path: path.span, query: query.span, client: request.client, time: now, captures: &captures)
        }
        switch reply.answer {
        case .unavailable: answerUnavailable(domain, path.span, query.span, &response)
        case .missing:
            serve(nil, request.route, request.client, domain, path.span, query.span, asker, &response, &record)
        case .found(let link):
            links.hold(link)
            serve(
                LinkFacts(link), request.route, request.client, domain, path.span, query.span, asker, &response, &record
            )
        }
    }

    /// Answers by a link; `nil` is that there is none.
    private func serve(
        _ link: LinkFacts?, _ asked: LinkRequest, _ client: Client, _ domain: FoundDomain, _ path: Span<UInt8>,
        _ query: Span<UInt8>, _ asker: borrowing PageAsker, _ response: inout ResponseWriter,
        _ record: inout RequestRecord
    ) {
        record.link = link?.number ?? 0
        var answer = link?.answer ?? .unknown
        let state = link?.life.state(at: now)
        if state == .inactive {
            answer = .unknown
        } else if let link, refuses(link, domain) {
            answer = .refused
        }
        let program = RouteProgramView(words: domain.words, text: domain.text)
        let step = program.decide(
            link: answer, request: asked, client: client, time: now, path: path, query: query, captures: captures)
        switch step {
        case .decided(let decision):
            note(decision, domain, &record)
            if state == .inactive, decision.reason == .unknownLink { record.reason = Reason.inactiveLink.rawValue }
            if decision.reason == .expiredLink, hasAfterwards(asked, domain, path, query) {
                answerAfterwards(asked, domain, query, &response)
            } else {
                self.answer(decision, asked, client, domain, path, query, asker, &response, &record)
            }
        case .reenter:
            reenter(answer, asked, client, domain, path, query, asker, &response, &record)
        }
    }

    /// Whether the tenant's rules let no link lead where this one does; its row may be older than they are (case 57).
    private func refuses(_ link: LinkFacts, _ domain: FoundDomain) -> Bool {
        let program = RouteProgramView(words: domain.words, text: domain.text)
        guard !link.isPath, link.isHTTP || program.limitsHosts else { return false }
        return refuses([UInt8](copying: links.destination), domain)
    }

    private func refuses(_ text: [UInt8], _ domain: FoundDomain) -> Bool {
        guard let url = try? WebURL(String(decoding: text, as: UTF8.self)) else { return true }
        return table.domain(numbered: domain)?.routes.destinationRules.refusal(of: url) != nil
    }

    /// Answers with a link's own URL or another place of its route, or says that there is no such link, or none any more.
    private func answer(
        _ decision: Decision, _ asked: LinkRequest, _ client: Client, _ domain: FoundDomain, _ path: Span<UInt8>,
        _ query: Span<UInt8>, _ asker: borrowing PageAsker, _ response: inout ResponseWriter,
        _ record: inout RequestRecord
    ) {
        switch decision.answer {
        case .notFound:
            if describes { return describe(decision, [], domain, path, query, &response) }
            return decision.reason == .expiredLink
                ? response.answerPage(.gone, Page.gone) : response.answerPage(.notFound, Page.notFound)
        case .page(let page):
            if describes { return describe(decision, page.target, asked, domain, path, query, &response) }
            let turn = PageTurn(
                page: page, decision: decision, domain: domain, client: client,
                destination: [UInt8](copying: links.destination), asked: asked)
            answer(turn, path, query, for: asker, &response)
        case .redirect(let redirect):
            guard !leadsHome(redirect.target, asked, domain, path, query) else {
                record.reason = Reason.ownURL.rawValue
                return response.answerPage(.notFound, Page.notFound)
            }
            if describes { return describe(decision, redirect.target, asked, domain, path, query, &response) }
            response.startLinkRedirect(redirect)
            if decision.variesByClient { response.varyByClient() }
            switch redirect.target {
            case .template(let template): writeLocation(template, domain, path, query, &response)
            case .link: writeLocation(asked, domain, query, &response)
            }
            response.end()
        }
    }

    /// Says where a link leads.
    private func describe(
        _ decision: Decision, _ target: RedirectTarget, _ asked: LinkRequest, _ domain: FoundDomain,
        _ path: Span<UInt8>, _ query: Span<UInt8>, _ response: inout ResponseWriter
    ) {
        let destination = location(
            of: target, domain, [UInt8](copying: host.name), path, query, link: [UInt8](copying: links.destination),
            asked: asked)
        describe(decision, destination, domain, path, query, isLink: true, &response)
    }

    /// Whether the Location of a link would be the request's own URL.
    private func leadsHome(
        _ target: RedirectTarget, _ asked: LinkRequest, _ domain: FoundDomain, _ path: Span<UInt8>,
        _ query: Span<UInt8>
    ) -> Bool {
        switch target {
        case .template(let template): return leadsHome(template, domain, path, query)
        case .link:
            guard OwnURL.hasHost(links.destination, host.name) else { return false }
            let host = [UInt8](copying: host.name)
            let location = location(
                of: target, domain, host, path, query, link: [UInt8](copying: links.destination), asked: asked)
            return OwnURL.isSame(location.span, host: host.span, path: path, query: query)
        }
    }

    /// Whether a link whose time is over leads on: not where the tenant's rules forbid it, and not to itself.
    private func hasAfterwards(
        _ asked: LinkRequest, _ domain: FoundDomain, _ path: Span<UInt8>, _ query: Span<UInt8>
    ) -> Bool {
        guard links.afterwards.count > 0 else { return false }
        let (text, host) = ([UInt8](copying: links.afterwards), [UInt8](copying: host.name))
        guard !refuses(text, domain) else { return false }
        let location = location(of: .link, domain, host, path, query, link: text, asked: asked)
        return !OwnURL.isSame(location.span, host: host.span, path: path, query: query)
    }

    /// Leads on from a link whose time is over.
    private func answerAfterwards(
        _ asked: LinkRequest, _ domain: FoundDomain, _ query: Span<UInt8>, _ response: inout ResponseWriter
    ) {
        let program = RouteProgramView(words: domain.words, text: domain.text)
        if describes {
            let location = location(
                of: .link, domain, [UInt8](copying: host.name), query, query, link: [UInt8](copying: links.afterwards),
                asked: asked)
            let decision = Decision.expired(asked)
            return describe(decision, location, domain, query, query, isLink: true, &response)
        }
        response.startLinkRedirect(.afterwards)
        response.startField("Location")
        var cursor = program.location(link: links.afterwards, request: asked)
        while let piece = program.nextPiece(&cursor, destination: links.afterwards, query: query) {
            response.append(piece, text: domain.text, path: query, query: query, destination: links.afterwards)
        }
        response.endField()
        response.end()
    }

    /// Says that a link cannot be known now, and shows the way to where the domain leads otherwise.
    private func answerUnavailable(
        _ domain: FoundDomain, _ path: Span<UInt8>, _ query: Span<UInt8>, _ response: inout ResponseWriter
    ) {
        let program = RouteProgramView(words: domain.words, text: domain.text)
        if describes { return describeUnavailable(&response) }
        guard let fallback = program.fallback else { return response.answerUnavailable() }
        let page = UnavailablePage(way: location(of: fallback, domain, [UInt8](copying: host.name), path, query))
        response.start(.serviceUnavailable)
        response.field("Retry-After", "1")
        response.field("Content-Type", "text/html; charset=utf-8")
        response.field("Cache-Control", "no-store")
        response.field("X-Content-Type-Options", "nosniff")
        response.field("Content-Security-Policy", UnavailablePage.securityPolicy)
        response.end(page.html.span)
    }

    private func writeLocation(
        _ asked: LinkRequest, _ domain: FoundDomain, _ query: Span<UInt8>,
        _ response: inout ResponseWriter
    ) {
        let program = RouteProgramView(words: domain.words, text: domain.text)
        response.startField("Location")
        var cursor = program.location(link: links.destination, request: asked)
        while let piece = program.nextPiece(&cursor, destination: links.destination, query: query) {
            response.append(piece, text: domain.text, path: query, query: query, destination: links.destination)
        }
        response.endField()
    }

    /// Takes a link's path through the routes once more.
    private func reenter(
        _ link: LinkAnswer, _ asked: LinkRequest, _ client: Client, _ domain: FoundDomain, _ path: Span<UInt8>,
        _ query: Span<UInt8>, _ asker: borrowing PageAsker, _ response: inout ResponseWriter,
        _ record: inout RequestRecord
    ) {
        // Taken out for the time of its use, for nothing is used and changed through a class at once.
        var target = LinkPath()
        swap(&target, &linkPath)
        defer { swap(&target, &linkPath) }
        target.join(destination: links.destination, query: query)
        let program = RouteProgramView(words: domain.words, text: domain.text)
        let resolution = program.resolve(
            path: target.path, query: target.query, client: client, time: now, captures: &captures, isReentry: true)
        guard case .decided(let decision) = resolution else {
            record.reason = Reason.linkToLink.rawValue
            return response.answerPage(.notFound, Page.notFound)
        }
        note(decision, domain, &record)
        if describes {
            var destination: [UInt8] = []
            if let to = decision.answer.target {
                destination = location(of: to, domain, [UInt8](copying: host.name), target.path, target.query)
            }
            return describe(decision, destination, domain, target.path, target.query, &response)
        }
        switch decision.answer {
        case .notFound: response.answerPage(.notFound, Page.notFound)
        case .page(let page):
            let own = Self.target(path, query)
            let turn = PageTurn(page: page, decision: decision, domain: domain, client: client, target: own)
            answer(turn, target.path, target.query, for: asker, &response)
        case .redirect(let redirect):
            guard case .template(let template) = redirect.target else {
                return response.answerPage(.notFound, Page.notFound)
            }
            guard !leadsHome(template, domain, target.path, target.query, from: path, query) else {
                record.reason = Reason.ownURL.rawValue
                return response.answerPage(.notFound, Page.notFound)
            }
            response.startLinkRedirect(program.redirect(redirect, of: link, request: asked, time: now))
            if decision.variesByClient { response.varyByClient() }
            writeLocation(template, domain, target.path, target.query, &response)
            response.end()
        }
    }
}
