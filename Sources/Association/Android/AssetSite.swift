package import DeepLinks

/// A web site as an asset: scheme, host and port, and nothing else.
package struct AssetSite: Hashable, Sendable, CustomStringConvertible {
    /// The scheme.
    package let scheme: WebScheme
    /// The host in lower case, without a dot at its end.
    package let host: String
    /// The port; 443 or 80 where none is written.
    package let port: Int

    /// Reads a site: `https://example.com:8443`.
    ///
    /// - Throws: The rule that the text breaks (Digital Asset Links specification; Google's compatibility tests).
    package init(_ text: String) throws(RuleViolation) {
        let (scheme, rest) = try Self.scheme(of: text)
        let end = rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
        if let mark = end < rest.endIndex ? rest[end] : nil {
            switch mark {
            case UInt8(ascii: "/"): throw RuleViolation("Invalid site: it cannot contain a path, not even a slash")
            case UInt8(ascii: "?"): throw RuleViolation("Invalid site: it cannot contain query parameters")
            default: throw RuleViolation("Invalid site: it cannot contain fragment identifiers")
            }
        }
        guard !rest.contains(UInt8(ascii: "@")) else {
            throw RuleViolation("Invalid site: it cannot contain login information")
        }
        (host, port) = try Self.authority(rest, scheme: scheme)
        self.scheme = scheme
    }

    /// Scheme, host and port of an absolute http or https URL, which may have a path.
    ///
    /// - Throws: The rule that the text breaks.
    package init(ofURL text: String) throws(RuleViolation) {
        let (scheme, rest) = try Self.scheme(of: text)
        let end = rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
        let authority = rest[..<end]
        let start = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.startIndex
        (host, port) = try Self.authority(authority[start...], scheme: scheme)
        self.scheme = scheme
    }

    private static func scheme(of text: String) throws(RuleViolation) -> (WebScheme, ArraySlice<UInt8>) {
        let bytes = Array(text.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[(colon + 1)...].starts(with: "//".utf8) else {
            throw RuleViolation("Invalid site: not a valid URL, it begins with https:// or http://")
        }
        guard let scheme = WebScheme(rawValue: String(decoding: bytes[..<colon], as: UTF8.self).lowercased()) else {
            throw RuleViolation("Invalid site: non-HTTP URL, it begins with https:// or http://")
        }
        return (scheme, bytes[(colon + 3)...])
    }

    private static func authority(
        _ bytes: ArraySlice<UInt8>, scheme: WebScheme
    ) throws(RuleViolation) -> (host: String, port: Int) {
        let colon = bytes.lastIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        var host = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        let isName = { (byte: UInt8) in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x5F
        }
        let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isName) }) else {
            throw RuleViolation("Invalid site: not a valid URL, its host is no name")
        }
        guard colon < bytes.endIndex else { return (host, scheme == .https ? 443 : 80) }
        let digits = bytes[(colon + 1)...]
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = UInt16(String(decoding: digits, as: UTF8.self)), port > 0
        else { throw RuleViolation("Invalid site: not a valid URL, a port is a number of 1 to 65535") }
        return (host, Int(port))
    }

    /// The site, with its port where that is not the scheme's own.
    package var description: String {
        "\(scheme.rawValue)://\(host)" + (port == (scheme == .https ? 443 : 80) ? "" : ":\(port)")
    }
}
