/// Gets the files of statements for ``AssetLinks``.
package protocol AssetFetcher {
    /// Fetches a file, without following a redirect.
    func fetch(_ url: String) -> AssetFetch

    /// The statements that an Android app carries in its manifest; `nil` where there is no such app.
    func statements(ofApp package: String, fingerprint: String) -> [UInt8]?
}

/// How a fetch ended.
package enum AssetFetch: Sendable {
    /// Status 200, with the media type where one was given, and the body.
    case found(contentType: String?, bytes: [UInt8])
    /// Another status, a redirect among them.
    case status(Int)
    /// No answer: an address, a connection, a time-out.
    case failed(String)
    /// The certificate was not accepted.
    case untrusted(String)
}

/// What went wrong on the way to statements; the others count all the same.
package struct AssetError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error codes of the Digital Asset Links API.
    package enum Code: String, Sendable, CaseIterable {
        /// The query makes no sense.
        case invalidQuery = "ERROR_CODE_INVALID_QUERY"
        /// There was no answer, or one with another status than 200.
        case fetch = "ERROR_CODE_FETCH_ERROR"
        /// The certificate was not accepted.
        case certificate = "ERROR_CODE_FAILED_SSL_VALIDATION"
        /// The answer was a redirect.
        case redirect = "ERROR_CODE_REDIRECT"
        /// The file is too long.
        case tooLarge = "ERROR_CODE_TOO_LARGE"
        /// The media type is not `application/json`.
        case contentType = "ERROR_CODE_WRONG_CONTENT_TYPE"
        /// The file, or a statement of it, breaks a rule.
        case malformed = "ERROR_CODE_MALFORMED_CONTENT"
        /// A file fetched over TLS includes one that is not.
        case insecure = "ERROR_CODE_SECURE_ASSET_INCLUDES_INSECURE"
        /// There are too many includes, or they go in a circle.
        case budget = "ERROR_CODE_FETCH_BUDGET_EXHAUSTED"
    }

    /// The code; `nil` for a remark that has none.
    package let code: Code?
    /// The reason for people.
    package let message: String

    init(_ code: Code?, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Code and reason.
    package var description: String { (code.map { "\($0.rawValue): " } ?? "") + message }
}
