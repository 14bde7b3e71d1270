/// The form of a request target: RFC 9112 section 3.2.
package enum TargetForm: Sendable {
    /// A path with an optional query.
    case origin
    /// A URL with scheme and authority.
    case absolute
    /// A host and port, with `CONNECT` only.
    case authority
    /// `*`, with `OPTIONS` only.
    case asterisk
}

/// How the body of a request is delimited: RFC 9112 section 6.3.
package enum BodyFraming: Sendable, Equatable {
    /// No body.
    case none
    /// A number of bytes, at least 1.
    case length(UInt64)
    /// Chunks.
    case chunked
}

/// Where in the request head something stands.
struct ByteRange {
    var start: UInt32 = 0
    var end: UInt32 = 0

    @inline(__always)
    init() {}

    @inline(__always)
    init(_ start: Int, _ end: Int) {
        self.start = UInt32(truncatingIfNeeded: start)
        self.end = UInt32(truncatingIfNeeded: end)
    }

    @inline(__always)
    var indices: Range<Int> {
        Int(start)..<Int(end)
    }
}

/// Where a header field stands in the request head.
struct FieldRange {
    var name = ByteRange()
    var value = ByteRange()
}

/// What the parser found out about a request, without the bytes: what the connection needs to go on.
package struct RequestSummary: Sendable {
    /// The method.
    package internal(set) var method = HTTPMethod.other
    /// The form of the target.
    package internal(set) var form = TargetForm.origin
    /// The minor version: 0, or 1 for everything newer (RFC 9110 section 2.5).
    package internal(set) var minorVersion: UInt8 = 1
    /// Whether the client wants to use the connection again: RFC 9112 section 9.3.
    package internal(set) var keepsAlive = true
    /// Whether the client waits for `100 Continue` before it sends the body: RFC 9110 section 10.1.1.
    package internal(set) var expectsContinue = false
    /// How the body is delimited.
    package internal(set) var body = BodyFraming.none
    /// How many header fields there are.
    package internal(set) var fieldCount = 0
    /// How many bytes the request head has, with leading empty lines.
    package internal(set) var headLength = 0

    /// The index of the first Accept field; negative when there is none.
    var accept: Int32 = -1
    var hasHost = false
    var hasQuery = false
    var methodName = ByteRange()
    var target = ByteRange()
    var path = ByteRange()
    var query = ByteRange()
    var host = ByteRange()

    /// What is known of a request before it was parsed: nothing.
    package init() {}
}
