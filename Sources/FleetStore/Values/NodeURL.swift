import DeepLinks
package import Platform

/// Where a gateway answers for the fleet's domains: `http://10.0.0.7:8080`, `https://[fd00::7]`, `…?proxy=v1`.
///
/// The host is an address, because what dials it names a domain in Host and SNI, never the gateway.
package struct NodeURL: Hashable, Sendable {
    /// Whether it speaks TLS.
    package var isSecure: Bool

    /// The address; its port is 80 or 443 where the text has none.
    package var address: SocketAddress

    /// Whether it expects a PROXY header of version 1 in front of each connection.
    package var expectsProxyHeader: Bool

    /// What a text has to be.
    package static let rule =
        "http:// or https:// with an IP address, a port if it is not the usual one, and ?proxy=v1 if it expects that"

    /// Makes a URL of its parts.
    package init(isSecure: Bool, address: SocketAddress, expectsProxyHeader: Bool = false) {
        self.isSecure = isSecure
        self.address = address
        self.expectsProxyHeader = expectsProxyHeader
    }

    /// Reads a text; `nil` for one that breaks ``rule``.
    package init?(_ text: String) {
        var rest = text[...]
        expectsProxyHeader = rest.hasSuffix("?proxy=v1")
        if expectsProxyHeader { rest = rest.dropLast("?proxy=v1".count) }
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        isSecure = rest.hasPrefix("https://")
        guard isSecure || rest.hasPrefix("http://") else { return nil }
        let authority = String(rest.dropFirst(isSecure ? 8 : 7))
        guard let address = SocketAddress(authority) ?? SocketAddress("\(authority):\(isSecure ? 443 : 80)") else {
            return nil
        }
        self.address = address
    }
}

extension NodeURL: CheckedText, CustomStringConvertible {
    /// The text, always with the port.
    package var description: String { text }

    /// The text, always with the port.
    package var text: String {
        "\(isSecure ? "https" : "http")://\(address)\(expectsProxyHeader ? "?proxy=v1" : "")"
    }
}
