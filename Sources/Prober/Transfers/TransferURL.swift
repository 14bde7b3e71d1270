package import Platform

/// A URL that a transfer may have: `https` or `http`, a host, perhaps a port, a path and a query.
///
/// Stricter than RFC 3986: no user, no fragment, nothing outside visible ASCII, no backslash.
package struct TransferURL: Hashable, Sendable, CustomStringConvertible {
    /// Whether TLS protects it.
    package let isSecure: Bool
    /// The host name in lower case, or the text of an IP address without brackets.
    package let host: String
    /// The port, by default that of the scheme.
    package let port: UInt16
    /// The path and query, which begin with a slash.
    package let target: String

    /// Reads a URL; `nil` for what no transfer may have.
    package init?(_ text: String) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }), !text.contains("#"),
            let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://")
        else { return nil }
        switch text[..<colon].lowercased() {
        case "https": isSecure = true
        case "http": isSecure = false
        default: return nil
        }
        let rest = text[colon...].dropFirst(3)
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        guard let (host, port) = Self.authority(rest[..<end]) else { return nil }
        self.host = host
        self.port = port ?? (isSecure ? 443 : 80)
        let target = rest[end...]
        self.target = target.hasPrefix("/") ? String(target) : "/" + target
    }

    /// Makes a URL of parts that were checked before.
    ///
    /// - Parameters:
    ///   - isSecure: Whether TLS protects it. Default true.
    ///   - host: A host name in its canonical text, or the text of an address.
    ///   - port: The port; the scheme's own is left out of the text. Default 443.
    ///   - target: The path and query, which begin with a slash.
    package init(isSecure: Bool = true, host: String, port: UInt16 = 443, target: String) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
        self.target = target
    }

    /// The URL below this one: its path without a slash at the end, and the suffix, which begins with a slash.
    package func appending(_ suffix: String) -> TransferURL {
        var path = target.prefix { $0 != "?" }
        while path.hasSuffix("/") { path = path.dropLast() }
        return TransferURL(isSecure: isSecure, host: host, port: port, target: String(path) + suffix)
    }

    /// What a client of another host asks for, on the scheme's own port: for a gateway that is asked about a domain.
    func usual(for host: String) -> TransferURL {
        TransferURL(isSecure: isSecure, host: host, port: isSecure ? 443 : 80, target: target)
    }

    /// The host as it stands before a port.
    var authorityHost: String { host.contains(":") ? "[\(host)]" : host }

    /// The host's address when it is one and no name.
    package var literal: IPAddress? { IPAddress(host) }

    /// The text of the URL; a port that the scheme implies is left out.
    package var description: String {
        let suffix = port == (isSecure ? 443 : 80) ? "" : ":\(port)"
        return "\(isSecure ? "https" : "http")://\(authorityHost)\(suffix)\(target)"
    }

    private static func authority(_ text: Substring) -> (host: String, port: UInt16?)? {
        guard !text.contains("@") else { return nil }
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let host = String(text[text.index(after: text.startIndex)..<end])
            guard host.contains(":"), IPAddress(host) != nil else { return nil }
            return port(text[text.index(after: end)...]).map { (host, $0) }
        }
        let colon = text.firstIndex(of: ":") ?? text.endIndex
        var host = text[..<colon].lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        let isName = host.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F
        }
        guard !host.isEmpty, isName, !host.hasPrefix("."), !host.contains("..") else { return nil }
        return port(text[colon...]).map { (host, $0) }
    }

    /// The number behind a colon; an inner `nil` when there is none at all.
    private static func port(_ text: Substring) -> UInt16?? {
        guard let first = text.first else { return .some(nil) }
        let digits = text.dropFirst()
        guard first == ":", digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(digits),
            number > 0
        else { return nil }
        return .some(number)
    }
}
