import DeepLinks
import HTTPServer
import HTTPWire
import Platform

/// Answers requests for tenants' domains from the pinned routing table.
///
/// One per loop, confined to its thread. A request that no link delays allocates nothing, counts no reference and takes
/// no lock.
final class GatewayHandler: RequestHandler {
    private let seat: TableSeat
    private let links: any LinkSource
    private let replies: DeferredReplies
    private let hasher: HostHasher

    /// Keeps alive what `reader` points into.
    private var table: RoutingTable
    private var reader: TableReader
    private var version: UInt64

    private var now = UnixTime(microseconds: 0)
    private var host = RequestHost()
    private var captures = Captures()

    /// Makes the handler of one loop.
    init(fleet: ServedFleet, links: any LinkSource, context: HandlerContext) {
        seat = fleet.seat(context.loop)
        self.links = links
        replies = context.replies
        hasher = fleet.hasher
        table = seat.take()
        reader = table.reader
        version = table.version
    }

    func turnBegins() {
        now = .now()
        if seat.hasOther(than: version) { takeNewestTable() }
    }

    func handle(
        _ request: borrowing RequestView, _ response: inout ResponseWriter, _ record: inout RequestRecord,
        _ deferral: DeferredToken
    ) -> HandlerResult {
        guard request.isRead else {
            record.reason = Reason.method.rawValue
            response.answerMethod(request.method)
            return .done
        }
        guard let domain = findDomain(request, &response, &record) else { return .done }
        record.tenant = domain.tenant
        record.domain = domain.domain
        let path = request.path
        if let reserved = ReservedPath(path: path) {
            record.reason = Reason.reservedPath.rawValue
            answer(reserved, domain, request, &response)
            return .done
        }
        guard !domain.isAssociationOnly else {
            record.reason = Reason.unknownHost.rawValue
            response.answerPage(.notFound, Page.notFound)
            return .done
        }
        let query = request.queryOrEmpty
        let program = RouteProgramView(words: domain.words, text: domain.text)
        let resolution = program.resolve(
            path: path, query: query, client: Client(), time: now, captures: &captures)
        switch resolution {
        case .decided(let decision):
            note(decision, domain, &record)
            answer(decision, domain, path, query, &response)
            return .done
        case .needsLink(let link):
            record.route = domain.routeNumber(link.route)
            return look(for: link, domain, path, query, deferral, &response, &record)
        }
    }

    func resume(
        _ completion: any DeferredCompletion, _ response: inout ResponseWriter, _ record: inout RequestRecord
    ) {
        guard let reply = completion as? LinkReply else { return }
        let host = Array(reply.domain.host.utf8)
        let hash = hasher.hash(host.span, variant: reply.domain.scope.rawValue)
        guard let domain = reader.find(host.span, scope: reply.domain.scope, hash: hash) else {
            record.reason = Reason.unknownHost.rawValue
            return response.answerPage(.notFound, Page.notFound)
        }
        finish(reply, domain, &response, &record)
    }

    // MARK: - Parts of an answer

    /// The domain that answers for the request's host; where there is none, the refusal is written.
    ///
    /// An unknown host learns nothing of any tenant, and a malformed one is a bad request (RFC 9112 section 3.2).
    @inline(__always)
    private func findDomain(
        _ request: borrowing RequestView, _ response: inout ResponseWriter, _ record: inout RequestRecord
    ) -> FoundDomain? {
        if let field = request.host {
            switch host.read(field) {
            case .name:
                if let domain = reader.find(host, hasher) { return domain }
            case .foreign: break
            case .malformed:
                record.reason = Reason.malformedHost.rawValue
                response.closeAfterwards()
                response.answerPage(.badRequest, Page.badRequest)
                return nil
            }
        }
        record.reason = Reason.unknownHost.rawValue
        response.answerPage(.notFound, Page.notFound)
        return nil
    }

    private func answer(
        _ reserved: ReservedPath, _ domain: FoundDomain, _ request: borrowing RequestView,
        _ response: inout ResponseWriter
    ) {
        switch reserved {
        case .appleAppSiteAssociation: response.answer(domain.document(.aasa), request)
        case .assetLinks: response.answer(domain.document(.assetlinks), request)
        case .robots: response.answerRobots()
        case .favicon: response.answerNoIcon()
        case .wellKnown: response.answerPage(.notFound, Page.notFound)
        }
    }

    private func note(_ decision: Decision, _ domain: FoundDomain, _ record: inout RequestRecord) {
        record.reason = decision.reason.rawValue
        record.route = domain.routeNumber(decision.route)
    }

    private func answer(
        _ decision: Decision, _ domain: FoundDomain, _ path: Span<UInt8>, _ query: Span<UInt8>,
        _ response: inout ResponseWriter
    ) {
        switch decision.answer {
        case .notFound: response.answerPage(.notFound, Page.notFound)
        case .redirect(let redirect):
            guard case .template(let template) = redirect.target else {
                return response.answerPage(.notFound, Page.notFound)
            }
            let program = RouteProgramView(words: domain.words, text: domain.text)
            response.startRedirect(redirect)
            response.startField("Location")
            var cursor = program.location(template: template)
            while let piece = program.nextPiece(&cursor, path: path, query: query, captures: captures) {
                response.append(piece, text: domain.text, path: path, query: query, destination: Span())
            }
            response.endField()
            response.end()
        }
    }

    private func takeNewestTable() {
        table = seat.take()
        reader = table.reader
        version = table.version
        seat.settle(version)
    }

    // MARK: - Links

    /// Asks for a link; the reply comes by ``resume(_:_:_:)``.
    private func look(
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

    private func finish(
        _ reply: LinkReply, _ domain: FoundDomain, _ response: inout ResponseWriter, _ record: inout RequestRecord
    ) {
        let program = RouteProgramView(words: domain.words, text: domain.text)
        let answer: LinkAnswer
        var destination: [UInt8] = []
        switch reply.found {
        case .unavailable:
            record.reason = Reason.linkUnavailable.rawValue
            return response.answerUnavailable()
        case .unknown: answer = .unknown
        case .link(let number, let target, let expires):
            record.link = number
            switch target {
            case .url(let url):
                destination = Array(url.text.utf8)
                answer = .url(expires: expires?.microseconds)
            case .path(let path):
                destination = Array(path.utf8)
                answer = .path(expires: expires?.microseconds)
            }
        }
        guard reply.route.route < program.routeCount else {
            record.reason = Reason.unknownLink.rawValue
            return response.answerPage(.notFound, Page.notFound)
        }
        let (requestPath, requestQuery) = (reply.path, reply.query)
        let query = requestQuery.span
        switch program.decide(link: answer, request: reply.route, time: now) {
        case .decided(let decision):
            note(decision, domain, &record)
            switch decision.answer {
            case .notFound where decision.reason == .expiredLink: response.answerPage(.gone, Page.gone)
            case .notFound: response.answerPage(.notFound, Page.notFound)
            case .redirect(let redirect):
                response.startRedirect(redirect)
                // Short links stay out of search indexes (case 42).
                response.field("X-Robots-Tag", "noindex")
                response.startField("Location")
                var cursor = LocationCursor(link: destination.span)
                while let piece = cursor.next(destination: destination.span, query: query) {
                    response.append(
                        piece, text: Span(), path: requestPath.span, query: query, destination: destination.span)
                }
                response.endField()
                response.end()
            }
        case .reenter:
            let target = LinkPath(destination: destination.span, query: query)
            let resolution = program.resolve(
                path: target.path, query: target.query, client: Client(), time: now, captures: &captures,
                isReentry: true)
            guard case .decided(let decision) = resolution else {
                record.reason = Reason.linkToLink.rawValue
                return response.answerPage(.notFound, Page.notFound)
            }
            note(decision, domain, &record)
            self.answer(decision, domain, target.path, target.query, &response)
        }
    }
}

extension TableReader {
    /// The domain of a host: the exact name, else the wildcard one label up (design of names).
    func find(_ host: borrowing RequestHost, _ hasher: HostHasher) -> FoundDomain? {
        let hash = hasher.hash(host.name, variant: DomainKey.Scope.exact.rawValue)
        if let domain = find(host.name, scope: .exact, hash: hash) { return domain }
        let below = hasher.hash(host.parent, variant: DomainKey.Scope.below.rawValue)
        return find(host.parent, scope: .below, hash: below)
    }
}
