/// How long a client may take for each part of an exchange; all are absolute, no byte received extends them.
package struct ServerDeadlines: Equatable, Sendable {
    /// From the connection, or from the first byte of a later request, to the end of the header block; a TLS handshake
    /// is part of it.
    ///
    /// Default 10 s.
    package var header: Duration = .seconds(10)

    /// From the end of the header block to the end of the request's content; HTTP/2 has answered then, and resets the stream.
    ///
    /// Default 30 s.
    package var body: Duration = .seconds(30)

    /// From an answer to the first byte of the next request.
    ///
    /// Default 75 s: it has to be longer than the load balancer's
    /// own idle time, which is 60 s in most of them.
    package var idle: Duration = .seconds(75)

    /// From the first byte that the client's side does not take to all of them being taken.
    ///
    /// Default 30 s.
    package var write: Duration = .seconds(30)

    /// From a deferred reply to its completion; then the answer is 503.
    ///
    /// Default 250 ms.
    package var deferredReply: Duration = .milliseconds(250)

    /// From our end of the connection being closed to the peer's, during which what it still sends is read and thrown
    /// away (RFC 9112 section 9.6).
    ///
    /// Default 5 s.
    package var linger: Duration = .seconds(5)

    /// Makes the default deadlines.
    package init() {}
}
