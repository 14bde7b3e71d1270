import DeepLinks
import HTTPWire

extension RequestView {
    /// Whether the request only reads: `GET` or `HEAD`.
    var isRead: Bool {
        switch method {
        case .get, .head: true
        default: false
        }
    }

    /// Whether the request is about the server and not about a path of a host: `OPTIONS *` and `CONNECT`
    /// (RFC 9110 section 9.3.6 and 9.3.7).
    var isAboutServer: Bool {
        switch summary.form {
        case .asterisk, .authority: true
        case .origin, .absolute: false
        }
    }

    /// The query without its question mark; none is empty.
    var queryOrEmpty: Span<UInt8> {
        @_lifetime(copy self)
        get {
            if let query { return query }
            return path.extracting(0..<0)
        }
    }
}

extension Span<UInt8> {
    /// Whether the bytes are these.
    func equals(_ text: StaticString) -> Bool {
        let other = text.bytes
        guard count == other.count else { return false }
        for index in 0..<count where self[index] != other[index] { return false }
        return true
    }
}

extension ResponseWriter {
    /// A whole answer that nobody may keep.
    mutating func answer(_ status: HTTPStatus, _ type: StaticString, _ body: [UInt8]) {
        start(status)
        field("Content-Type", type)
        field("Cache-Control", "no-store")
        field("X-Content-Type-Options", "nosniff")
        end(body.span)
    }

    /// A page that nobody may keep, for what is not here now may be here later (case 75).
    mutating func answerPage(_ status: HTTPStatus, _ page: StaticString) {
        start(status)
        field("Content-Type", "text/html; charset=utf-8")
        field("Cache-Control", "no-store")
        field("X-Content-Type-Options", "nosniff")
        field("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
        end(page)
    }

    /// A page as of ``answerPage(_:_:)`` in the language of whoever asks, given as the value of `Accept-Language`.
    mutating func answerNotice(_ status: HTTPStatus, _ notice: NoticeTexts.Notice, for languages: Span<UInt8>) {
        guard let page = NoticePages.page(notice, for: languages) else {
            return answerPage(status, notice == .gone ? Page.gone : Page.notFound)
        }
        start(status)
        field("Content-Type", "text/html; charset=utf-8")
        field("Cache-Control", "no-store")
        field("X-Content-Type-Options", "nosniff")
        field("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
        end(page.span)
    }

    /// The answer to a method that only asks, or that is not served (case 74).
    mutating func answerMethod(_ method: HTTPMethod) {
        switch method {
        case .options:
            start(.noContent)
            field("Allow", "GET, HEAD, OPTIONS")
            field("Cache-Control", "no-store")
            end()
        case .connect, .other:
            start(.notImplemented)
            field("Cache-Control", "no-store")
            end()
        default: refuseMethod("GET, HEAD, OPTIONS")
        }
    }

    /// 405 (RFC 9110 section 15.5.6).
    mutating func refuseMethod(_ allowed: StaticString) {
        start(.methodNotAllowed)
        field("Allow", allowed)
        field("Cache-Control", "no-store")
        end()
    }

    /// 503 for what may be known in a moment (RFC 9110 section 10.2.3).
    mutating func answerUnavailable() {
        start(.serviceUnavailable)
        field("Retry-After", "1")
        field("Cache-Control", "no-store")
        end()
    }

    /// The robots file: the domain's own, or one that forbids nothing; the association files never (case 42).
    mutating func answerRobots(_ own: Span<UInt8>) {
        start(.ok)
        field("Content-Type", "text/plain; charset=utf-8")
        if own.isEmpty {
            field("Cache-Control", "public, max-age=86400")
            end(Page.robots)
        } else {
            field("Cache-Control", "public, max-age=3600")
            end(own)
        }
    }

    /// No icon, and none for a day.
    mutating func answerNoIcon() {
        start(.noContent)
        field("Cache-Control", "public, max-age=86400")
        end()
    }

    /// Status line and caching of a redirect; fields may follow.
    @inline(__always)
    mutating func startRedirect(_ redirect: Redirect) {
        switch redirect.status {
        case 301: start(.movedPermanently)
        case 303: start(.seeOther)
        case 307: start(.temporaryRedirect)
        case 308: start(.permanentRedirect)
        default: start(.found)
        }
        if redirect.maxAge <= 0 {
            field("Cache-Control", "no-store")
        } else {
            startField("Cache-Control")
            append("public, max-age=")
            append(decimal: UInt64(redirect.maxAge))
            endField()
            // An app gets JSON at the same address.
            field("Vary", "Accept")
        }
    }

    /// Says that others may get another answer, for what they are (RFC 9110 section 12.5.5).
    mutating func varyByClient() {
        field("Vary", "User-Agent, Sec-CH-UA-Platform, Sec-CH-UA-Mobile")
    }

    /// Says that others may get another answer, for what they are and what they read.
    mutating func varyByReader() {
        field("Vary", "User-Agent, Sec-CH-UA-Platform, Sec-CH-UA-Mobile, Accept-Language")
    }

    /// Status line and caching of a link's redirect; short links stay out of search indexes unless the domain says
    /// otherwise (case 42).
    mutating func startLinkRedirect(_ redirect: Redirect, isIndexed: Bool) {
        startRedirect(redirect)
        if !isIndexed { field("X-Robots-Tag", "noindex") }
    }

    /// A piece of a Location.
    @inline(__always)
    mutating func append(
        _ piece: LocationPiece, text: Span<UInt8>, path: Span<UInt8>, query: Span<UInt8>, destination: Span<UInt8>
    ) {
        switch piece {
        case .text(let start, let count): append(text.extracting(start..<start &+ count))
        case .path(let start, let count): append(path.extracting(start..<start &+ count))
        case .query(let start, let count): append(query.extracting(start..<start &+ count))
        case .destination(let start, let count): append(destination.extracting(start..<start &+ count))
        case .byte(let byte): append(byte: byte)
        case .escaped(let byte):
            append("%")
            append(byte: Self.hexDigit(byte &>> 4))
            append(byte: Self.hexDigit(byte & 15))
        case .nested(let byte):
            append("%25")
            append(byte: Self.hexDigit(byte &>> 4))
            append(byte: Self.hexDigit(byte & 15))
        // Only its caller knows it.
        case .host: break
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 &+ value : 0x37 &+ value }
}
