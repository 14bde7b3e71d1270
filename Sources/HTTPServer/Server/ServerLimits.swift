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

    /// Bytes of answers that are collected for pipelined requests before they are sent.
    ///
    /// Default 65,536.
    package var collectedOutput = 65_536

    /// Makes the default limits.
    package init() {}
}
