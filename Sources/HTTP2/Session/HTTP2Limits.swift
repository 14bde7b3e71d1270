package import HTTPWire

/// What one connection may ask for.
package struct HTTP2Limits: Sendable {
    /// Streams that are open at once; one more is refused (RFC 9113 section 5.1.2).
    package var streams: Int
    /// Limits of one request.
    package var request: RequestLimits

    /// Makes limits.
    package init(streams: Int, request: RequestLimits) {
        self.streams = streams
        self.request = request
    }
}
