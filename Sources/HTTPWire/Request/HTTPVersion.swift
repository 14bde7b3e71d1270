/// The version of HTTP that a request came in.
package enum HTTPVersion: Sendable, BitwiseCopyable {
    /// HTTP/1.0.
    case http10
    /// HTTP/1.1, or a newer 1.x.
    case http11
    /// HTTP/2.
    case http2
}
