/// Why a request was refused; every one of them ends the connection.
package enum HTTPParseError: Error, Sendable, CaseIterable {
    /// More empty lines ahead of the request line than the limit.
    case tooManyEmptyLines
    /// A line that ends with a line feed alone: RFC 9112 section 2.2.
    case bareLineFeed
    /// A carriage return without a line feed: RFC 9112 section 2.2.
    case bareCarriageReturn
    /// A method that is no token.
    case invalidMethod
    /// A method longer than the limit.
    case methodTooLong
    /// A target in none of the four forms, in a form that the method forbids, or with a forbidden byte.
    case invalidTarget
    /// A target longer than the limit.
    case targetTooLong
    /// What stands in the place of the version is none, or is not followed by a line end.
    case invalidVersion
    /// A version other than 1.x.
    case unsupportedVersion
    /// A blank ahead of the first field: RFC 9112 section 2.2.
    case blankBeforeFields
    /// A field continued on a line that begins with a blank: RFC 9112 section 5.2.
    case foldedField
    /// A field name that is empty or no token.
    case invalidFieldName
    /// A blank between field name and colon: RFC 9112 section 5.1.
    case blankBeforeColon
    /// A control character in a field value: RFC 9110 section 5.5.
    case invalidFieldValue
    /// A header section longer than the limit.
    case headerSectionTooLong
    /// More fields than the limit.
    case tooManyFields
    /// No Host where one is needed: RFC 9112 section 3.2.
    case missingHost
    /// More than one Host: RFC 9112 section 3.2.
    case repeatedHost
    /// A Host that is empty, a list, or has a byte that no host has.
    case invalidHost
    /// A Host that differs from `:authority`: RFC 9113 section 8.3.1.
    case conflictingHosts
    /// A pseudo-header field that is unknown, repeated, behind other fields, not there, or a scheme other than HTTP's: RFC
    /// 9113 section 8.3.
    case invalidPseudoField
    /// A field in HTTP/2 that speaks of a connection of HTTP/1.1: RFC 9113 section 8.2.2.
    case connectionField
    /// A request of HTTP/2 that is malformed in a way which is not told: RFC 9113 section 8.1.1.
    case malformedStream
    /// A Content-Length that is not a number of digits below 2^63: RFC 9112 section 6.3.
    case invalidContentLength
    /// More than one Content-Length, equal or not: RFC 9112 section 6.3 allows to refuse equal ones too.
    case repeatedContentLength
    /// Content-Length and Transfer-Encoding in one request: RFC 9112 section 6.1.
    case conflictingLengths
    /// A Transfer-Encoding without a value, or more than one.
    case invalidTransferEncoding
    /// A Transfer-Encoding other than `chunked` alone: RFC 9112 section 6.1.
    case unsupportedTransferEncoding
    /// A Transfer-Encoding in HTTP/1.0: RFC 9112 section 6.1.
    case unexpectedTransferEncoding
    /// A chunk whose size, extension or end is malformed: RFC 9112 section 7.1.
    case invalidChunk
    /// Chunk extensions longer than the limit.
    case chunkExtensionsTooLong
    /// A trailer line that is malformed.
    case invalidTrailer
    /// A trailer section longer than the limit.
    case trailerSectionTooLong
    /// A body longer than the limit.
    case bodyTooLong

    /// What the client is answered.
    package var status: HTTPStatus {
        switch self {
        case .methodTooLong, .unsupportedTransferEncoding: .notImplemented
        case .targetTooLong: .uriTooLong
        case .unsupportedVersion: .versionNotSupported
        case .headerSectionTooLong, .tooManyFields, .trailerSectionTooLong: .headerFieldsTooLarge
        case .bodyTooLong: .contentTooLarge
        default: .badRequest
        }
    }
}

extension HTTPParseError: CustomStringConvertible {
    /// The name of the case, without any of the client's bytes.
    package var description: String {
        switch self {
        case .tooManyEmptyLines: "too many empty lines"
        case .bareLineFeed: "bare line feed"
        case .bareCarriageReturn: "bare carriage return"
        case .invalidMethod: "invalid method"
        case .methodTooLong: "method too long"
        case .invalidTarget: "invalid target"
        case .targetTooLong: "target too long"
        case .invalidVersion: "invalid version"
        case .unsupportedVersion: "unsupported version"
        case .blankBeforeFields: "blank before fields"
        case .foldedField: "folded field"
        case .invalidFieldName: "invalid field name"
        case .blankBeforeColon: "blank before colon"
        case .invalidFieldValue: "invalid field value"
        case .headerSectionTooLong: "header section too long"
        case .tooManyFields: "too many fields"
        case .missingHost: "missing host"
        case .repeatedHost: "repeated host"
        case .invalidHost: "invalid host"
        case .conflictingHosts: "conflicting hosts"
        case .invalidPseudoField: "invalid pseudo field"
        case .connectionField: "connection field"
        case .malformedStream: "malformed stream"
        case .invalidContentLength: "invalid content length"
        case .repeatedContentLength: "repeated content length"
        case .conflictingLengths: "conflicting lengths"
        case .invalidTransferEncoding: "invalid transfer encoding"
        case .unsupportedTransferEncoding: "unsupported transfer encoding"
        case .unexpectedTransferEncoding: "unexpected transfer encoding"
        case .invalidChunk: "invalid chunk"
        case .chunkExtensionsTooLong: "chunk extensions too long"
        case .invalidTrailer: "invalid trailer"
        case .trailerSectionTooLong: "trailer section too long"
        case .bodyTooLong: "body too long"
        }
    }
}
