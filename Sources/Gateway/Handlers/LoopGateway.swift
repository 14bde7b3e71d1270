import DeepLinks
import HTTPServer
import HTTPWire
import Platform

/// What a loop answers from: the table that it has pinned, its links, and workspaces that are used again.
struct LoopGateway: ~Copyable {
    private let seat: TableSeat
    var links: LoopLinks
    var linkPath = LinkPath()
    private let hasher: HostHasher
    let challenges: ServedChallenges
    private let redirectsToHTTPS: Bool

    /// Keeps alive what `reader` points into.
    private(set) var table: RoutingTable
    private var reader: TableReader
    private(set) var version: UInt64

    private(set) var now = UnixTime(microseconds: 0)
    private(set) var host = RequestHost()
    var captures = Captures()
    /// Whether the client asks where it would be led, in place of being led there.
    var describes = false

    init(
        fleet: ServedFleet, links: ServedLinks, source: any LinkSource, challenges: ServedChallenges,
        redirectsToHTTPS: Bool, context: HandlerContext
    ) {
        seat = fleet.seat(context.loop)
        self.links = LoopLinks(links, source: source, context: context)
        self.challenges = challenges
        self.redirectsToHTTPS = redirectsToHTTPS
        hasher = fleet.hasher
        Client.prepare()
        table = seat.take()
        reader = table.reader
        version = table.version
        seat.settle(version)
    }

    mutating func turnBegins() {
        now = .now()
        links.turnBegins()
        if seat.hasOther(than: version) { takeNewestTable() }
    }

    mutating func handle(
        _ request: borrowing RequestView, _ response: inout ResponseWriter, _ record: inout RequestRecord,
        _ deferral: DeferredToken
    ) -> HandlerResult {
        let domain: FoundDomain
        switch findDomain(request) {
        case .domain(let found): domain = found
        case .unknown:
            guard !request.isAboutServer else {
                record.reason = Reason.method.rawValue
                response.answerMethod(request.method)
                return .done
            }
            record.reason = Reason.unknownHost.rawValue
            response.answerPage(.notFound, Page.notFound)
            return .done
        case .malformed:
            record.reason = Reason.malformedHost.rawValue
            response.closeAfterwards()
            response.answerPage(.badRequest, Page.badRequest)
            return .done
        }
        record.tenant = domain.tenant
        record.domain = domain.domain
        let path = request.path
        let reserved = ReservedPath(path: path)
        guard !domain.isAssociationOnly || reserved?.isAboutParents == true else {
            record.reason = Reason.unknownHost.rawValue
            response.answerPage(.notFound, Page.notFound)
            return .done
        }
        if record.isSecure { tellStrictTransport(domain, &response) }
        guard request.isRead else {
            record.reason = Reason.method.rawValue
            response.answerMethod(request.method)
            return .done
        }
        if let reserved {
            record.reason = Reason.reservedPath.rawValue
            answer(reserved, domain, request, &response)
            return .done
        }
        // Health has a listener of its own (case 136); association files and ACME challenges were answered above.
        if redirectsToHTTPS, !record.isSecure {
            record.reason = Reason.wantsTLS.rawValue
            response.redirectToHTTPS(host, request)
            return .done
        }
        describes = request.prefersJSON
        let query = request.queryOrEmpty
        let program = RouteProgramView(words: domain.words, text: domain.text)
        let resolution = program.resolve(
            path: path, query: query, client: nil, time: now, captures: &captures)
        switch resolution {
        case .decided(let decision):
            if case .notFound = decision.answer, !describes {
                note(decision, domain, &record)
                response.answerNotice(.notFound, .notFound, for: PageAsker(request).languages)
                return .done
            }
            answer(decision, domain, path, query, &response, &record)
            return .done
        case .needsClient(let needed):
            var client = Client(request)
            note(client, &record)
            if describes { client = client.asApp(userAgent: PageAsker(request).userAgent) }
            let decision = program.decide(
                client: client, request: needed, path: path, query: query, time: now, captures: captures)
            if case .page(let page) = decision.answer, !describes {
                note(decision, domain, &record)
                let turn = PageTurn(page: page, decision: decision, domain: domain, client: client)
                answer(turn, path, query, for: PageAsker(request), &response)
            } else {
                answer(decision, domain, path, query, &response, &record)
            }
            return .done
        case .needsLink(let link):
            return answer(link, domain, request, deferral, &response, &record)
        }
    }

    mutating func resume(
        _ completion: any DeferredCompletion, _ response: inout ResponseWriter, _ record: inout RequestRecord
    ) {
        guard let reply = completion as? LinkReply else { return }
        let key = reply.request.domain
        describes = reply.request.describes
        // The table may have changed since: the name may be another tenant's now, and the routes in another order.
        guard let domain = table.find(key),
            domain.tenant == record.tenant, domain.domain == record.domain
        else {
            record.reason = Reason.unknownHost.rawValue
            return response.answerPage(.notFound, Page.notFound)
        }
        if record.isSecure { tellStrictTransport(domain, &response) }
        guard domain.routeNumber(reply.request.route.route) == record.route else { return response.answerUnavailable() }
        finish(reply, domain, &response, &record)
    }

    /// Makes a request's host the one that answers are written for; given in its canonical text.
    mutating func restore(host name: [UInt8]) { _ = host.read(name.span) }

    // MARK: - Parts of an answer

    /// What the request's host comes to; a request without one asks for no domain.
    @inline(__always)
    private mutating func findDomain(_ request: borrowing RequestView) -> HostAnswer {
        guard let field = request.host else { return .unknown }
        switch host.read(field) {
        case .name: return reader.find(host, hasher).map(HostAnswer.domain) ?? .unknown
        case .foreign: return .unknown
        case .malformed: return .malformed
        }
    }

    private func answer(
        _ reserved: ReservedPath, _ domain: FoundDomain, _ request: borrowing RequestView,
        _ response: inout ResponseWriter
    ) {
        switch reserved {
        case .appleAppSiteAssociation: response.answer(domain.document(.aasa), request)
        case .assetLinks: response.answer(domain.document(.assetlinks), request)
        case .robots: response.answerRobots(RouteProgramView(words: domain.words, text: domain.text).robots)
        case .favicon: response.answerNoIcon()
        case .challenge: answerChallenge(request.path, &response)
        case .wellKnown: response.answerPage(.notFound, Page.notFound)
        }
    }

    /// Lets the answer say what browsers are told of the domain over HTTPS (RFC 6797 section 7.1).
    @inline(never)
    private func tellStrictTransport(_ domain: FoundDomain, _ response: inout ResponseWriter) {
        guard !domain.isAssociationOnly else { return }
        let policy = RouteProgramView(words: domain.words, text: domain.text).strictTransport
        if !policy.isEmpty { response.standingField("Strict-Transport-Security", policy) }
    }

    func note(_ decision: Decision, _ domain: FoundDomain, _ record: inout RequestRecord) {
        record.reason = decision.reason.rawValue
        record.route = domain.routeNumber(decision.route)
    }

    func note(_ client: Client, _ record: inout RequestRecord) {
        record.platform = client.platform.rawValue
        record.client = client.kind.rawValue &+ 1
    }

    private mutating func answer(
        _ decision: Decision, _ domain: FoundDomain, _ path: Span<UInt8>, _ query: Span<UInt8>,
        _ response: inout ResponseWriter, _ record: inout RequestRecord
    ) {
        note(decision, domain, &record)
        // An app follows to the canonical host and is told there.
        if describes, decision.reason != .canonicalHost {
            return describe(decision, domain, path, query, &response, &record)
        }
        switch decision.answer {
        // A page depends on who asks, so it was answered before.
        case .notFound, .page: response.answerPage(.notFound, Page.notFound)
        case .redirect(let redirect):
            guard case .template(let template) = redirect.target else {
                return response.answerPage(.notFound, Page.notFound)
            }
            guard !leadsHome(template, domain, path, query) else {
                record.reason = Reason.ownURL.rawValue
                return response.answerPage(.notFound, Page.notFound)
            }
            response.startRedirect(redirect)
            if decision.variesByClient { response.varyByClient() }
            writeLocation(template, domain, path, query, &response)
            response.end()
        }
    }

    /// Says where a request would be led.
    private mutating func describe(
        _ decision: Decision, _ domain: FoundDomain, _ path: Span<UInt8>, _ query: Span<UInt8>,
        _ response: inout ResponseWriter, _ record: inout RequestRecord
    ) {
        var destination: [UInt8] = []
        if let target = decision.answer.target {
            destination = location(of: target, domain, [UInt8](copying: host.name), path, query)
        }
        if case .template(let template)? = decision.answer.target, leadsHome(template, domain, path, query) {
            record.reason = Reason.ownURL.rawValue
            destination = []
        }
        describe(decision, destination, domain, path, query, &response)
    }

    /// Whether a template's Location would be the request's own URL.
    @inline(__always)
    func leadsHome(_ template: Int, _ domain: FoundDomain, _ path: Span<UInt8>, _ query: Span<UInt8>) -> Bool {
        leadsHome(template, domain, path, query, from: path, query)
    }

    /// Whether a template's Location for a path would be the URL of a request for another.
    @inline(__always)
    func leadsHome(
        _ template: Int, _ domain: FoundDomain, _ path: Span<UInt8>, _ query: Span<UInt8>,
        from requestPath: Span<UInt8>, _ requestQuery: Span<UInt8>
    ) -> Bool {
        guard Self.isOn(host, template, domain) else { return false }
        let host = [UInt8](copying: host.name)
        let location = location(of: .template(template), domain, host, path, query)
        return OwnURL.isSame(
            location.span, host: host.span, port: self.host.port, path: requestPath, query: requestQuery)
    }

    @inline(__always)
    private static func isOn(_ host: borrowing RequestHost, _ template: Int, _ domain: FoundDomain) -> Bool {
        RouteProgramView(words: domain.words, text: domain.text).isOn(host: host.name, template: template)
    }

    func writeLocation(
        _ template: Int, _ domain: FoundDomain, _ path: Span<UInt8>, _ query: Span<UInt8>,
        _ response: inout ResponseWriter
    ) {
        let program = RouteProgramView(words: domain.words, text: domain.text)
        response.startField("Location")
        var cursor = program.location(template: template)
        while let piece = program.nextPiece(&cursor, path: path, query: query, captures: captures) {
            if case .host = piece {
                response.append(host.name)
            } else {
                response.append(piece, text: domain.text, path: path, query: query, destination: Span())
            }
        }
        response.endField()
    }

    private mutating func takeNewestTable() {
        table = seat.take()
        reader = table.reader
        version = table.version
        seat.settle(version)
    }
}

/// What a request's host comes to.
private enum HostAnswer {
    /// A domain that is served.
    case domain(FoundDomain)
    /// No domain: it learns nothing of any tenant.
    case unknown
    /// No host at all: a bad request (RFC 9112 section 3.2).
    case malformed
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

extension ReservedPath {
    /// Whether it is answered at the parent of a wildcard too: association files, and what a certificate for it needs.
    fileprivate var isAboutParents: Bool {
        switch self {
        case .appleAppSiteAssociation, .assetLinks, .challenge: true
        case .robots, .favicon, .wellKnown: false
        }
    }
}
