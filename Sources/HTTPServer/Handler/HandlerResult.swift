/// How a handler left a request.
package enum HandlerResult: BitwiseCopyable, Sendable {
    /// The response is complete.
    case done
    /// The reply comes later, by the token.
    case deferred
}
