import DeepLinks
import FleetStore
import HTTPServer
import HTTPWire
import Platform

/// What happens when a link decides.
extension LoopGateway {
    /// Answers by what is kept of a link, or asks for it; then the reply comes by ``resume(_:_:_:)``.
    mutating func answer(
        _ asked: LinkRequest, _ domain: FoundDomain, _ request: borrowing RequestView, _ deferral: DeferredToken,
        _ response: inout ResponseWriter, _ record: inout RequestRecord
    ) -> HandlerResult {
        record.route = domain.routeNumber(asked.route)
        guard let place = domain.linkPlace(asked.route) else {
            answer(nil, asked, domain, request, &response, &record)
            return .done
        }
        switch links.find(place, captures.slug) {
        case .link(let link): answer(link.facts, asked, domain, request, &response, &record)
        case .missing: answer(nil, asked, domain, request, &response, &record)
        case .nothing: return look(asked, at: place, domain, request, deferral, &response, &record)
        }
        return .done
    }

    /// Answers by what is known of a link, or that there is none.
    @inline(__always)
    private mutating func answer(
        _ link: LinkFacts?, _ asked: LinkRequest, _ domain: FoundDomain, _ request: borrowing RequestView,
        _ response: inout ResponseWriter, _ record: inout RequestRecord
    ) {
        let path = request.path
        let query = request.queryOrEmpty
        let program = RouteProgramView(words: domain.words, text: domain.text)
        // Who asks is found out only where it matters.
        guard program.dependsOnClient || link?.dependsOnClient == true else {
            // A page that says that nothing is here is in the reader's language.
            guard let link, link.life.isUnconditional else {
                return serve(link, asked, Client(), domain, path, query, PageAsker(request), &response, &record)
            }
            let nobody = PageAsker(nobody: query)
            return serve(link, asked, Client(), domain, path, query, nobody, &response, &record)
        }
        var client = Client(request)
        note(client, &record)
        let asker = PageAsker(request)
        if describes { client = client.asApp(userAgent: asker.userAgent) }
        serve(link, asked, client, domain, path, query, asker, &response, &record)
    }

    /// Asks for a link.
    private mutating func look(
        _ asked: LinkRequest, at place: LinkPlace, _ domain: FoundDomain, _ request: borrowing RequestView,
        _ deferral: DeferredToken, _ response: inout ResponseWriter, _ record: inout RequestRecord
    ) -> HandlerResult {
        guard let key = table.domain(numbered: domain)?.key else {
            response.answerPage(.notFound, Page.notFound)
            return .done
        }
        let (path, query) = (request.path, request.queryOrEmpty)
        // What holds if the reply is given up.
        record.reason = Reason.linkUnavailable.rawValue
        let client = Client(request)
        if RouteProgramView(words: domain.words, text: domain.text).dependsOnClient { note(client, &record) }
        let asker = PageAsker(request)
        let slug = String(decoding: [UInt8](copying: captures.slug), as: UTF8.self)
        let copy = LinkRequestCopy(
            domain: key, host: host.authority, path: [UInt8](copying: path),
            query: [UInt8](copying: query), client: client, userAgent: [UInt8](copying: asker.userAgent),
            languages: [UInt8](copying: asker.languages), route: asked, describes: describes)
        let waiter = LinkWait.Waiter(token: deferral, request: copy)
        if links.look(for: place.query(slug), tenant: domain.tenant, waiter) { return .deferred }
        answerUnavailable(domain, path, query, asker, &response)
        return .done
    }

    /// Answers a request that waited for its link.
    mutating func finish(
        _ reply: LinkReply, _ domain: FoundDomain, _ response: inout ResponseWriter, _ record: inout RequestRecord
    ) {
        let request = reply.request
        let (path, query) = (request.path, request.query)
        let (userAgent, languages) = (request.userAgent, request.languages)
        let asker = PageAsker(userAgent: userAgent.span, languages: languages.span)
        // Other requests have used the workspaces since.
        restore(host: request.host)
        let program = RouteProgramView(words: domain.words, text: domain.text)
        let client = describes ? request.client.asApp(userAgent: userAgent.span) : request.client
        var dependsOnClient = program.dependsOnClient
        if case .found(let link) = reply.answer { dependsOnClient = dependsOnClient || LinkFacts(link).dependsOnClient }
        if dependsOnClient {
            note(request.client, &record)
            _ = program.resolve(
                path: path.span, query: query.span, client: client, time: now, captures: &captures,
                isReentry: true)
        }
        switch reply.answer {
        case .unavailable: answerUnavailable(domain, path.span, query.span, asker, &response)
        case .missing:
            serve(nil, request.route, client, domain, path.span, query.span, asker, &response, &record)
        case .found(let link):
            links.hold(link)
            serve(
                LinkFacts(link), request.route, client, domain, path.span, query.span, asker, &response, &record)
        }
    }

    /// Answers by a link; `nil` is that there is none.
    private mutating func serve(
        _ found: LinkFacts?, _ asked: LinkRequest, _ client: Client, _ domain: FoundDomain, _ path: Span<UInt8>,
        _ query: Span<UInt8>, _ asker: borrowing PageAsker, _ response: inout ResponseWriter,
        _ record: inout RequestRecord
    ) {
        var link = found
        if let found, found.platforms != 0 { link = links.choose(for: client, found) }
        record.link = link?.number ?? 0
        var answer = link?.answer ?? .unknown
        let state = link?.life.state(at: now)
        if state == .inactive {
            answer = .unknown
        } else if let link, refuses(link, client, domain) {
            answer = .refused
        } else if let link, link.form == .app, link.isForPlatform, let found, found.form != .app {
            answer = .app(expires: link.life.expires?.microseconds, hasWay: !refuses(found, client, domain))
        }
        let program = RouteProgramView(words: domain.words, text: domain.text)
        let step = program.decide(
            link: answer, request: asked, client: client, isForPlatform: link?.isForPlatform ?? false, time: now,
            path: path, query: query, captures: captures)
        switch step {
        case .decided(var decision):
            if let link { decision.take(link, client, asked) }
            note(decision, domain, &record)
            if state == .inactive, decision.reason == .unknownLink { record.reason = Reason.inactiveLink.rawValue }
            if decision.reason == .expiredLink, hasAfterwards(asked, domain, path, query) {
                answerAfterwards(asked, domain, query, &response)
            } else {
                self.answer(decision, asked, client, domain, path, query, asker, &response, &record)
            }
        case .reenter:
            reenter(link ?? LinkFacts(), asked, client, domain, path, query, asker, &response, &record)
        }
    }

    /// Whether the tenant's rules let no link lead where this one does; its row may be older than they are (case 57).
    ///
    /// The rules are asked once for every table, and again for links that are not kept.
    @inline(__always)
    private mutating func refuses(_ link: LinkFacts, _ client: Client, _ domain: FoundDomain) -> Bool {
        switch link.form {
        case .path: return false
        case .https where !RouteProgramView(words: domain.words, text: domain.text).limitsHosts: return false
        case .https, .http, .app: break
        }
        let judgement = links.judgement(by: version) ?? judge(domain)
        let place = link.isForPlatform ? UInt16(LinkFacts.bit(client.platform)) << 1 : 1
        return judgement.refused & place != 0
    }

    @inline(never)
    private mutating func judge(_ domain: FoundDomain) -> LinkJudgement {
        let routes = table.domain(numbered: domain)?.details?.routes
        return links.judge(by: version) { Self.refuses($0, routes) }
    }

    private static func refuses(_ text: [UInt8], _ routes: RouteSet?) -> Bool {
        guard let routes, let place = try? LinkDestination(String(decoding: text, as: UTF8.self)) else { return true }
        return routes.destinationRules.refusal(of: place, apps: routes.apps) != nil
    }

    /// Answers with a link's own URL or another place of its route, or says that there is no such link, or none any more.
    private mutating func answer(
        _ decision: Decision, _ asked: LinkRequest, _ client: Client, _ domain: FoundDomain, _ path: Span<UInt8>,
        _ query: Span<UInt8>, _ asker: borrowing PageAsker, _ response: inout ResponseWriter,
        _ record: inout RequestRecord
    ) {
        switch decision.answer {
        case .notFound:
            if describes { return describe(decision, [], domain, path, query, &response) }
            return decision.reason == .expiredLink
                ? response.answerNotice(.gone, .gone, for: asker.languages)
                : response.answerNotice(.notFound, .notFound, for: asker.languages)
        case .page(let page):
            if describes { return describe(decision, page.target, asked, domain, path, query, &response) }
            var turn = PageTurn(
                page: page, decision: decision, domain: domain, client: client,
                destination: linkWay(on: [UInt8](copying: host.name)), asked: asked)
            turn.preview = links.preview
            turn.opens = linkOpens
            answer(turn, path, query, for: asker, &response)
        case .redirect(let redirect):
            guard !leadsHome(redirect.target, asked, domain, path, query) else {
                record.reason = Reason.ownURL.rawValue
                return response.answerPage(.notFound, Page.notFound)
            }
            if describes { return describe(decision, redirect.target, asked, domain, path, query, &response) }
            let program = RouteProgramView(words: domain.words, text: domain.text)
            response.startLinkRedirect(redirect, isIndexed: program.indexesLinks)
            if decision.variesByClient { response.varyByClient() }
            switch redirect.target {
            case .template(let template): writeLocation(template, domain, path, query, &response)
            case .link: writeLocation(ofLink: asked, links.destination, domain, query, &response)
            }
            response.end()
        }
    }

    /// Says where a link leads.
    private mutating func describe(
        _ decision: Decision, _ target: RedirectTarget, _ asked: LinkRequest, _ domain: FoundDomain,
        _ path: Span<UInt8>, _ query: Span<UInt8>, _ response: inout ResponseWriter
    ) {
        let host = [UInt8](copying: host.name)
        let destination = location(of: target, domain, host, path, query, link: linkWay(on: host), asked: asked)
        describe(decision, destination, domain, path, query, isLink: true, opens: linkOpens, &response)
    }

    /// The URL of an app's own scheme to which a link leads the client; `nil` where it leads to the web.
    private var linkOpens: String? {
        guard LinkFacts.Form(links.destination) == .app else { return nil }
        return String(decoding: [UInt8](copying: links.destination), as: UTF8.self)
    }

    /// Where a browser goes that a link leads to the web: its destination or, of a link that leads the client into an app,
    /// where it leads all others.
    private func linkWay(on host: [UInt8]) -> [UInt8] {
        let destination = [UInt8](copying: links.destination)
        guard LinkFacts.Form(destination.span) == .app else { return destination }
        let way = [UInt8](copying: links.standardDestination)
        return LinkFacts.Form(way.span) == .path ? Array("https://".utf8) + host + way : way
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
            return OwnURL.isSame(location.span, host: host.span, port: self.host.port, path: path, query: query)
        }
    }

    /// Whether a link whose time is over leads on: not where the tenant's rules forbid it, and not to itself.
    private func hasAfterwards(
        _ asked: LinkRequest, _ domain: FoundDomain, _ path: Span<UInt8>, _ query: Span<UInt8>
    ) -> Bool {
        guard links.afterwards.count > 0 else { return false }
        let (text, host) = ([UInt8](copying: links.afterwards), [UInt8](copying: host.name))
        guard !Self.refuses(text, table.domain(numbered: domain)?.details?.routes) else { return false }
        let location = location(of: .link, domain, host, path, query, link: text, asked: asked)
        return !OwnURL.isSame(location.span, host: host.span, port: self.host.port, path: path, query: query)
    }

    /// Leads on from a link whose time is over.
    private mutating func answerAfterwards(
        _ asked: LinkRequest, _ domain: FoundDomain, _ query: Span<UInt8>, _ response: inout ResponseWriter
    ) {
        if describes {
            let location = location(
                of: .link, domain, [UInt8](copying: host.name), query, query, link: [UInt8](copying: links.afterwards),
                asked: asked)
            let decision = Decision.expired(asked)
            return describe(decision, location, domain, query, query, isLink: true, &response)
        }
        let program = RouteProgramView(words: domain.words, text: domain.text)
        response.startLinkRedirect(.afterwards, isIndexed: program.indexesLinks)
        writeLocation(ofLink: asked, links.afterwards, domain, query, &response)
        response.end()
    }

    /// Says that a link cannot be known now, and shows the way to where the domain leads otherwise.
    private mutating func answerUnavailable(
        _ domain: FoundDomain, _ path: Span<UInt8>, _ query: Span<UInt8>, _ asker: borrowing PageAsker,
        _ response: inout ResponseWriter
    ) {
        let program = RouteProgramView(words: domain.words, text: domain.text)
        if describes { return describeUnavailable(&response) }
        guard let fallback = program.fallback, let served = table.domain(numbered: domain)?.details?.page else {
            return response.answerUnavailable()
        }
        let host = [UInt8](copying: host.name)
        let way = location(of: fallback, domain, host, path, query)
        let page = UnavailablePage(
            of: served, host: String(decoding: host, as: UTF8.self), way: String(decoding: way, as: UTF8.self),
            for: asker.preference)
        response.start(.serviceUnavailable)
        response.field("Retry-After", "1")
        response.field("Content-Type", "text/html; charset=utf-8")
        response.field("Cache-Control", "no-store")
        response.field("X-Content-Type-Options", "nosniff")
        response.startField("Content-Security-Policy")
        response.append(served.policy(hasScript: false).span)
        response.endField()
        response.startField("Content-Language")
        response.append(Array(page.frame.language.text.utf8).span)
        response.endField()
        response.end(page.html.span)
    }

    /// Writes the Location of a link's own URL, or of where it leads once its time is over.
    private func writeLocation(
        ofLink asked: LinkRequest, _ destination: Span<UInt8>, _ domain: FoundDomain, _ query: Span<UInt8>,
        _ response: inout ResponseWriter
    ) {
        let program = RouteProgramView(words: domain.words, text: domain.text)
        response.startField("Location")
        var cursor = program.location(link: destination, request: asked)
        while let piece = program.nextPiece(&cursor, destination: destination, query: query) {
            response.append(piece, text: domain.text, path: query, query: query, destination: destination)
        }
        response.endField()
    }

    /// Takes a link's path through the routes once more.
    private mutating func reenter(
        _ link: LinkFacts, _ asked: LinkRequest, _ client: Client, _ domain: FoundDomain, _ path: Span<UInt8>,
        _ query: Span<UInt8>, _ asker: borrowing PageAsker, _ response: inout ResponseWriter,
        _ record: inout RequestRecord
    ) {
        // Taken out for the time of its use, for what is called meanwhile changes other workspaces.
        var target = LinkPath()
        swap(&target, &linkPath)
        defer { swap(&target, &linkPath) }
        target.join(destination: links.destination, query: query)
        let program = RouteProgramView(words: domain.words, text: domain.text)
        let resolution = program.resolve(
            path: target.path, query: target.query, client: client, time: now, captures: &captures, isReentry: true)
        guard case .decided(var decision) = resolution else {
            record.reason = Reason.linkToLink.rawValue
            return response.answerPage(.notFound, Page.notFound)
        }
        decision.take(link, client, asked)
        note(decision, domain, &record)
        if describes {
            var destination: [UInt8] = []
            if let to = decision.answer.target {
                destination = location(of: to, domain, [UInt8](copying: host.name), target.path, target.query)
            }
            return describe(decision, destination, domain, target.path, target.query, &response)
        }
        switch decision.answer {
        case .notFound: response.answerNotice(.notFound, .notFound, for: asker.languages)
        case .page(let page):
            let own = Self.target(path, query)
            var turn = PageTurn(page: page, decision: decision, domain: domain, client: client, target: own)
            turn.preview = links.preview
            answer(turn, target.path, target.query, for: asker, &response)
        case .redirect(let redirect):
            guard case .template(let template) = redirect.target else {
                return response.answerPage(.notFound, Page.notFound)
            }
            guard !leadsHome(template, domain, target.path, target.query, from: path, query) else {
                record.reason = Reason.ownURL.rawValue
                return response.answerPage(.notFound, Page.notFound)
            }
            let own = program.redirect(redirect, of: link.answer, request: asked, time: now)
            response.startLinkRedirect(own, isIndexed: program.indexesLinks)
            if decision.variesByClient { response.varyByClient() }
            // A store is told of the link, whatever its path has come to.
            if decision.variesByClient, program.namesRequest(template: template) {
                writeLocation(template, domain, path, query, &response)
            } else {
                writeLocation(template, domain, target.path, target.query, &response)
            }
            response.end()
        }
    }
}

extension Decision {
    /// Takes in that a link has something of its own for clients.
    @inline(__always)
    fileprivate mutating func take(_ link: LinkFacts, _ client: Client, _ asked: LinkRequest) {
        guard link.dependsOnClient else { return }
        variesByClient = true
        if link.hasPreview { self = previewed(for: client, route: asked.route) }
    }
}
