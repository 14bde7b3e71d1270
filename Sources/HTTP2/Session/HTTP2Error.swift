/// What is told of the end of a stream or a connection: RFC 9113 section 7, those that Postern sends.
package enum HTTP2Error: UInt32, Sendable {
    /// Nothing is wrong.
    case noError = 0
    /// The stream was not looked at; the client may ask again.
    case refusedStream = 7
    /// The client sends more than it may, or takes longer.
    case enhanceYourCalm = 11
}

/// Why a session is of no more use.
package enum HTTP2Failure: Int, Error, CaseIterable {
    /// The client broke the protocol.
    case protocolViolated
    /// The client sent more that asks for nothing than it may.
    case flooded
    /// The client's fields unpack to more than 4 times what a request may have.
    case headersTooLong
    /// There is no memory.
    case exhausted

    /// The name in metrics.
    package var name: String {
        switch self {
        case .protocolViolated: "protocol"
        case .flooded: "flood"
        case .headersTooLong: "headers"
        case .exhausted: "memory"
        }
    }
}
