import DeepLinks
import HTTPServer
import HTTPWire

/// A page that answers a request, and what the request has come to.
struct PageTurn {
    var page: PageAnswer
    var decision: Decision
    var domain: FoundDomain
    var client: Client
    /// The link's destination, where a link decides.
    var destination: [UInt8] = []
    var asked: LinkRequest?
    /// What the link is about, where it says so itself.
    var preview: LinkPreview?
    /// The app's own URL to which the link leads.
    var opens: String?
    /// Path and query of the link itself, where the path of a link goes through the routes.
    var target: [UInt8]?
}

/// Pages of routes. They are made for each request, for they hold its address.
extension LoopGateway {
    /// Answers with a page; nobody may keep it, for it holds what the request did.
    mutating func answer(
        _ turn: PageTurn, _ path: Span<UInt8>, _ query: Span<UInt8>, for asker: borrowing PageAsker,
        _ response: inout ResponseWriter
    ) {
        let route = turn.decision.route
        guard let domain = table.domain(numbered: turn.domain), let details = domain.details,
            route.map(details.routes.routes.indices.contains) ?? true
        else { return response.answerPage(.notFound, Page.notFound) }
        let host = [UInt8](copying: host.name)
        let target = Self.target(path, query)
        let way = location(
            of: turn.page.target, turn.domain, host, path, query, link: turn.destination, asked: turn.asked)
        let store = turn.page.store.map { store in
            // A store is told of the link, whatever its path has come to.
            let mark = turn.target?.firstIndex(of: UInt8(ascii: "?"))
            guard let own = turn.target else { return location(of: .template(store), turn.domain, host, path, query) }
            let (ownPath, ownQuery) = (Array(own[..<(mark ?? own.count)]), Array(mark.map { own[($0 + 1)...] } ?? []))
            return location(of: .template(store), turn.domain, host, ownPath.span, ownQuery.span)
        }
        let request = PageRequest(
            route: route,
            // A program gets nothing that is made of them.
            captures: turn.page.purpose == .preview
                ? []
                : route.map { captures.explained(details.routes.routes[$0].pattern, path: path, query: query) } ?? [],
            host: String(decoding: host, as: UTF8.self), target: String(decoding: turn.target ?? target, as: UTF8.self),
            client: turn.client, handlesIntents: turn.client.handlesIntents(userAgent: asker.userAgent),
            appHost: details.appHost, linkPreview: turn.preview,
            resolvedTarget: turn.target == nil ? nil : String(decoding: target, as: UTF8.self),
            isLink: turn.asked != nil || turn.target != nil, opens: turn.opens)
        var content = details.routes.page(
            request, turn.page.purpose, way: String(decoding: way, as: UTF8.self),
            store: store.map { String(decoding: $0, as: UTF8.self) })
        // From here on the captures are those of the way.
        if let optOut = optOut(for: content.way, of: domain.tenantName) { content.way = optOut.added(to: content.way) }
        let page = LinkPage(content, of: details.page, for: asker.preference)
        response.start(.ok)
        response.field("Content-Type", "text/html; charset=utf-8")
        response.field("Cache-Control", "no-store")
        response.field("X-Content-Type-Options", "nosniff")
        response.startField("Content-Security-Policy")
        response.append(details.page.policy(hasScript: page.hasScript).span)
        response.endField()
        response.field("Referrer-Policy", "no-referrer")
        response.startField("Content-Language")
        response.append(Array(page.frame.language.text.utf8).span)
        response.endField()
        if !content.isIndexed { response.field("X-Robots-Tag", "noindex") }
        response.varyByReader()
        response.end(page.html.span)
    }

    /// The opt-out that keeps a web destination in the browser, if the destination is a link of the tenant's that opens
    /// an app.
    private mutating func optOut(for destination: String, of tenant: TenantName) -> OptOut? {
        guard let url = try? LinkURL(destination), let host = try? url.canonicalHost(),
            let domain = table.domain(answering: host), domain.tenantName == tenant,
            let routes = domain.details?.routes, let optOut = routes.optOut, let found = table.find(domain.key),
            !optOut.applies(to: url)
        else { return nil }
        let program = RouteProgramView(words: found.words, text: found.text)
        let path = Array(url.path)
        let query = Array(url.query ?? [])
        let resolution = program.resolve(
            path: path.span, query: query.span, client: nil, time: now, captures: &captures, isReentry: true)
        let route: Int?
        switch resolution {
        case .decided(let decision): route = decision.route
        case .needsLink(let request): route = request.route
        case .needsClient(let request): route = request.route
        }
        guard let route, routes.apps.contains(where: { routes.routes[route].opens($0.name) }) else {
            return nil
        }
        return optOut
    }

    /// A path with its query, as a request names them.
    static func target(_ path: Span<UInt8>, _ query: Span<UInt8>) -> [UInt8] {
        var target = [UInt8](copying: path)
        if query.count > 0 { target += [UInt8(ascii: "?")] + [UInt8](copying: query) }
        return target
    }

    /// The text of a Location, for what is no plain redirect.
    func location(
        of target: RedirectTarget, _ domain: FoundDomain, _ host: [UInt8], _ path: Span<UInt8>, _ query: Span<UInt8>,
        link: [UInt8] = [], asked request: LinkRequest? = nil
    ) -> [UInt8] {
        let program = RouteProgramView(words: domain.words, text: domain.text)
        var bytes: [UInt8] = []
        switch target {
        case .template(let template):
            var cursor = program.location(template: template)
            while let piece = program.nextPiece(&cursor, path: path, query: query, captures: captures) {
                bytes.append(piece, domain.text, host, path, query, link)
            }
        case .link:
            guard let request else { break }
            var cursor = program.location(link: link.span, request: request)
            while let piece = program.nextPiece(&cursor, destination: link.span, query: query) {
                bytes.append(piece, domain.text, host, path, query, link)
            }
        }
        return bytes
    }
}

extension [UInt8] {
    fileprivate mutating func append(
        _ piece: LocationPiece, _ text: Span<UInt8>, _ host: [UInt8], _ path: Span<UInt8>, _ query: Span<UInt8>,
        _ link: [UInt8]
    ) {
        switch piece {
        case .text(let start, let count): append(text, start, count)
        case .path(let start, let count): append(path, start, count)
        case .query(let start, let count): append(query, start, count)
        case .destination(let start, let count): self += link[start..<(start + count)]
        case .byte(let byte): append(byte)
        case .escaped(let byte): append(escaped: byte)
        case .nested(let byte):
            append(escaped: UInt8(ascii: "%"))
            self += [UInt8].digits(byte)
        case .host: self += host
        }
    }

    private mutating func append(_ source: Span<UInt8>, _ start: Int, _ count: Int) {
        for index in start..<(start + count) { append(source[index]) }
    }

    private mutating func append(escaped byte: UInt8) {
        append(UInt8(ascii: "%"))
        self += [UInt8].digits(byte)
    }

    private static func digits(_ byte: UInt8) -> [UInt8] {
        [byte >> 4, byte & 15].map { $0 < 10 ? 0x30 + $0 : 0x37 + $0 }
    }
}
