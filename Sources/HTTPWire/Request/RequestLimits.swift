/// Whether a request must name its host.
package enum HostRule: Sendable {
    /// Exactly one Host with the characters of a host in HTTP/1.1; HTTP/1.0 may do without (RFC 9112 section 3.2).
    case required
    /// Any Host or none, for listeners that load balancers check; two Host fields are still refused.
    case optional
}

/// What a request may cost; counts of bytes unless said otherwise.
package struct RequestLimits: Sendable {
    /// Longest method name; a longer one is answered 501.
    ///
    /// Default 32.
    package var method = 32
    /// Longest request target; a longer one is answered 414.
    ///
    /// Default 16,384.
    package var target = 16_384
    /// Longest header section with its line ends and the empty line that ends it; a longer one is answered 431.
    ///
    /// Default 32,768.
    package var headerSection = 32_768
    /// Most header fields in a request; more are answered 431.
    ///
    /// Default 100, at least 1.
    package var fields = 100
    /// Most empty lines ahead of a request line (RFC 9112 section 2.2); more are answered 400.
    ///
    /// Default 4.
    package var leadingEmptyLines = 4
    /// Longest body that is read, without chunk framing; a longer one is answered 413.
    ///
    /// Default 65,536.
    package var body = 65_536
    /// Longest sum of all chunk extensions of a body; a longer one is answered 400.
    ///
    /// Default 1,024.
    package var chunkExtensions = 1_024
    /// Longest trailer section; a longer one is answered 431.
    ///
    /// Default 4,096.
    package var trailerSection = 4_096
    /// Whether a request must name its host.
    ///
    /// Default required.
    package var host = HostRule.required

    /// The limits with their defaults.
    package init() {}

    /// The most bytes that a request head can have; a buffer of this size is enough for every head that is accepted.
    package var head: Int {
        2 * leadingEmptyLines + requestLine + headerSection
    }

    /// The most bytes of a request line: method, target, version, two spaces and the line end.
    var requestLine: Int {
        method + target + 12
    }
}
