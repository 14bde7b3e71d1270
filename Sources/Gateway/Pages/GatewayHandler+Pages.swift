import DeepLinks
import HTTPServer
import HTTPWire

/// Pages of routes. They are made for each request, for they hold its address.
extension GatewayHandler {
    /// Answers with a page; nobody may keep it, for it holds what the request did.
    func answer(
        _ page: PageAnswer, _ decision: Decision, _ domain: FoundDomain, _ host: [UInt8], _ path: Span<UInt8>,
        _ query: Span<UInt8>, link: [UInt8] = [], asked request: LinkRequest? = nil,
        _ response: inout ResponseWriter
    ) {
        var preview: LinkPreview?
        if let index = decision.route, let routes = table.domain(numbered: domain)?.routes.routes,
            routes.indices.contains(index)
        {
            preview = routes[index].preview
        }
        var address = Array("https://".utf8) + host + [UInt8](copying: path)
        if query.count > 0 { address += [UInt8(ascii: "?")] + [UInt8](copying: query) }
        let html = LinkPage(
            purpose: page.purpose, host: host, address: address, preview: preview,
            way: location(of: page.target, domain, host, path, query, link: link, asked: request),
            store: page.store.map { location(of: .template($0), domain, host, path, query) }
        ).html
        response.start(.ok)
        response.field("Content-Type", "text/html; charset=utf-8")
        response.field("Cache-Control", "no-store")
        response.field("X-Content-Type-Options", "nosniff")
        response.field("Content-Security-Policy", LinkPage.securityPolicy)
        response.field("Referrer-Policy", "no-referrer")
        if page.purpose == .choice { response.field("X-Robots-Tag", "noindex") }
        if decision.variesByClient { response.varyByClient() }
        response.end(html.span)
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
