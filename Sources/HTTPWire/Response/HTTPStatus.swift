/// A response status; those that Postern uses.
package enum HTTPStatus: Sendable, CaseIterable {
    /// 200.
    case ok
    /// 204; the response has no body.
    case noContent
    /// 301.
    case movedPermanently
    /// 302.
    case found
    /// 303.
    case seeOther
    /// 304; the response has no body.
    case notModified
    /// 307.
    case temporaryRedirect
    /// 308.
    case permanentRedirect
    /// 400.
    case badRequest
    /// 401.
    case unauthorized
    /// 403.
    case forbidden
    /// 404.
    case notFound
    /// 405.
    case methodNotAllowed
    /// 408.
    case requestTimeout
    /// 410.
    case gone
    /// 413.
    case contentTooLarge
    /// 414.
    case uriTooLong
    /// 421.
    case misdirectedRequest
    /// 429.
    case tooManyRequests
    /// 431.
    case headerFieldsTooLarge
    /// 451.
    case unavailableForLegalReasons
    /// 500.
    case internalServerError
    /// 501.
    case notImplemented
    /// 503.
    case serviceUnavailable
    /// 505.
    case versionNotSupported

    /// Finds a status by its number.
    package init?(code: UInt16) {
        guard let status = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = status
    }

    /// The number: RFC 9110 section 15.
    package var code: UInt16 {
        switch self {
        case .ok: 200
        case .noContent: 204
        case .movedPermanently: 301
        case .found: 302
        case .seeOther: 303
        case .notModified: 304
        case .temporaryRedirect: 307
        case .permanentRedirect: 308
        case .badRequest: 400
        case .unauthorized: 401
        case .forbidden: 403
        case .notFound: 404
        case .methodNotAllowed: 405
        case .requestTimeout: 408
        case .gone: 410
        case .contentTooLarge: 413
        case .uriTooLong: 414
        case .misdirectedRequest: 421
        case .tooManyRequests: 429
        case .headerFieldsTooLarge: 431
        case .unavailableForLegalReasons: 451
        case .internalServerError: 500
        case .notImplemented: 501
        case .serviceUnavailable: 503
        case .versionNotSupported: 505
        }
    }

    /// Whether a response with this status never has a body: RFC 9112 section 6.3.
    package var forbidsBody: Bool {
        switch self {
        case .noContent, .notModified: true
        default: false
        }
    }

    /// The status line with its line end.
    ///
    /// The version is 1.1 for HTTP/1.0 clients too: RFC 9110 section 2.5.
    var line: StaticString {
        switch self {
        case .ok: "HTTP/1.1 200 OK\r\n"
        case .noContent: "HTTP/1.1 204 No Content\r\n"
        case .movedPermanently: "HTTP/1.1 301 Moved Permanently\r\n"
        case .found: "HTTP/1.1 302 Found\r\n"
        case .seeOther: "HTTP/1.1 303 See Other\r\n"
        case .notModified: "HTTP/1.1 304 Not Modified\r\n"
        case .temporaryRedirect: "HTTP/1.1 307 Temporary Redirect\r\n"
        case .permanentRedirect: "HTTP/1.1 308 Permanent Redirect\r\n"
        case .badRequest: "HTTP/1.1 400 Bad Request\r\n"
        case .unauthorized: "HTTP/1.1 401 Unauthorized\r\n"
        case .forbidden: "HTTP/1.1 403 Forbidden\r\n"
        case .notFound: "HTTP/1.1 404 Not Found\r\n"
        case .methodNotAllowed: "HTTP/1.1 405 Method Not Allowed\r\n"
        case .requestTimeout: "HTTP/1.1 408 Request Timeout\r\n"
        case .gone: "HTTP/1.1 410 Gone\r\n"
        case .contentTooLarge: "HTTP/1.1 413 Content Too Large\r\n"
        case .uriTooLong: "HTTP/1.1 414 URI Too Long\r\n"
        case .misdirectedRequest: "HTTP/1.1 421 Misdirected Request\r\n"
        case .tooManyRequests: "HTTP/1.1 429 Too Many Requests\r\n"
        case .headerFieldsTooLarge: "HTTP/1.1 431 Request Header Fields Too Large\r\n"
        case .unavailableForLegalReasons: "HTTP/1.1 451 Unavailable For Legal Reasons\r\n"
        case .internalServerError: "HTTP/1.1 500 Internal Server Error\r\n"
        case .notImplemented: "HTTP/1.1 501 Not Implemented\r\n"
        case .serviceUnavailable: "HTTP/1.1 503 Service Unavailable\r\n"
        case .versionNotSupported: "HTTP/1.1 505 HTTP Version Not Supported\r\n"
        }
    }
}
