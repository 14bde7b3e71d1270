package import HTTPWire
package import Platform

/// What is known about one request: of fixed size, written once, when it is answered or its connection has ended.
///
/// The server fills in what HTTP knows; the handler fills in numbers of its own, which the server does not interpret.
/// In those, 0 says "none".
package struct RequestRecord: Sendable {
    /// When the request was complete, some milliseconds exact.
    package internal(set) var time = UnixTime(microseconds: 0)

    /// From the turn of the loop in which the request was complete to its answer being written, in nanoseconds.
    package internal(set) var nanoseconds: Int64 = 0

    /// The number of the request.
    package internal(set) var id = RequestID(rawValue: 0)

    /// The address the request came from, by the listener's rules.
    package internal(set) var peer = IPAddress(high: 0, low: 0)

    /// Bytes of the answer, head and content; of HTTP/2 as they would be in HTTP/1.1.
    package internal(set) var bytes: Int = 0

    /// Stands for a status where the connection ended before a deferred reply came: nothing was sent.
    ///
    /// The number that nginx logs for it; no answer has it.
    package static let abandoned: UInt16 = 499

    /// The status of the answer, 200 to 599, or ``abandoned``.
    package internal(set) var status: UInt16 = 0

    /// The method of the request; `nil` when the request could not be read.
    package internal(set) var method: HTTPMethod?

    /// The version of HTTP that the request came in; `nil` when it could not be read.
    package internal(set) var version: HTTPVersion?

    /// The first bytes of the request target, path and query, undecoded.
    package internal(set) var target = TextPrefix<128>()

    /// The first bytes of the host that was asked for.
    package internal(set) var host = TextPrefix<64>()

    /// Whether the request came over TLS, here or at a balancer that is trusted.
    package internal(set) var isSecure = false

    /// The handler's number of the tenant.
    package var tenant: UInt32 = 0
    /// The handler's number of the domain.
    package var domain: UInt32 = 0
    /// The handler's number of the route.
    package var route: UInt32 = 0
    /// The handler's number of the link.
    package var link: UInt32 = 0
    /// The handler's number of the client's platform.
    package var platform: UInt8 = 0
    /// The handler's number of the kind of client; 0 where it was not looked at.
    package var client: UInt8 = 0
    /// The handler's number of the reason for the answer.
    package var reason: UInt8 = 0

    /// The turn in which the request was complete.
    var begun = MonotonicTime(nanoseconds: 0)

    init() {}
}
