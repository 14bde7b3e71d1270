package import HTTPWire

/// What a server takes from the outside at most.
package struct ServerLimits: Sendable {
    /// Limits of one request; of its content too, which is read and thrown away so that the connection stays usable.
    package var request = RequestLimits()

    /// Open connections of the server; one more is answered 503 and closed.
    ///
    /// Default 20,000.
    package var connections = 20_000

    /// Open connections of one address; one more is answered 503 and closed.
    ///
    /// Default `nil`: no limit, as is right behind
    /// a load balancer.
    package var connectionsPerPeer: Int?

    /// Replies that may be deferred at once; one more is answered 503.
    ///
    /// Default 10,000.
    package var deferredReplies = 10_000

    /// TLS handshakes under way at once; the connection of one more is closed.
    ///
    /// Default 1,000.
    package var handshakes = 1_000

    /// TLS handshakes that a loop goes on with before it looks after its other connections.
    ///
    /// A step takes some 100 µs, a request 10, and another turn 1: no request should wait for more than one of them. Default
    /// 1.
    package var handshakeStepsPerTurn = 1

    /// Bytes of answers that are collected for pipelined requests before they are sent.
    ///
    /// Default 65,536.
    package var collectedOutput = 65_536

    /// Streams that an HTTP/2 connection may have open at once.
    ///
    /// Default 128.
    package var streams = 128

    /// Bytes of answers that an HTTP/2 client's windows may keep back; with more, its next requests are refused.
    ///
    /// Default 262,144.
    package var heldOutput = 262_144

    /// Makes the default limits.
    package init() {}
}
