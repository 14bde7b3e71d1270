/// What a decoder has to say about the bytes it was given.
package enum BodyStep: Sendable, Equatable {
    /// All bytes belong to the body, and it is not complete.
    case needMore
    /// This many bytes complete the body; the next request follows.
    case complete(consumed: Int)
    /// The body is refused; the connection ends after the answer.
    case invalid(HTTPParseError)
}

/// Finds the end of a request body, piece by piece, and drops what it holds: RFC 9112 sections 6 and 7.
///
/// It keeps nothing of the body and allocates nothing.
package struct BodyDecoder: Sendable {
    private enum State: Sendable {
        case length(UInt64)
        case chunked(ChunkedDecoder)
    }

    private var state: State

    /// A decoder for the body of a request.
    ///
    /// - Parameters:
    ///   - framing: As the parser found it.
    ///   - limits: A body with a length above the limit is refused at once, ahead of its bytes.
    /// - Throws: `bodyTooLong`.
    package init(_ framing: BodyFraming, limits: RequestLimits) throws(HTTPParseError) {
        switch framing {
        case .none: state = .length(0)
        case .length(let length):
            guard length <= UInt64(limits.body) else { throw .bodyTooLong }
            state = .length(length)
        case .chunked: state = .chunked(ChunkedDecoder(limits: limits))
        }
    }

    /// Takes the next bytes.
    ///
    /// - Parameter bytes: What follows the bytes of the last call; may reach beyond the end of the body.
    /// - Returns: Whether the body is complete. After `complete` and `invalid` the decoder must not be used any more.
    package mutating func consume(_ bytes: Span<UInt8>) -> BodyStep {
        switch state {
        case .length(let rest):
            guard UInt64(bytes.count) >= rest else {
                state = .length(rest - UInt64(bytes.count))
                return .needMore
            }
            return .complete(consumed: Int(rest))
        case .chunked(var decoder):
            let step = decoder.consume(bytes)
            state = .chunked(decoder)
            return step
        }
    }
}
