/// The scheme of a web URL.
package enum WebScheme: String, Equatable, Sendable {
    /// Plain text.
    case http
    /// Over TLS.
    case https

    /// The port of a URL that says none.
    var defaultPort: Int {
        switch self {
        case .http: 80
        case .https: 443
        }
    }
}

/// Scheme, host and port of a destination, read so strictly that every browser reads the same.
///
/// The URL Standard (section 4.4) repairs much that RFC 3986 forbids; what it would repair is refused here.
struct URLAuthority {
    let scheme: WebScheme
    /// The host in lower case.
    let host: String
    let port: Int?
    /// Where the path begins, or what follows it.
    let end: Int

    init(_ bytes: [UInt8]) throws(RuleViolation) {
        let start: Int
        if bytes.starts(with: "https://".utf8) {
            (scheme, start) = (.https, 8)
        } else if bytes.starts(with: "http://".utf8) {
            (scheme, start) = (.http, 7)
        } else {
            throw RuleViolation("a destination begins with https:// or http://", at: 0)
        }
        end = bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.count
        let authority = bytes[start..<end]
        if let brace = authority.firstIndex(where: { "{}".utf8.contains($0) }) {
            throw RuleViolation("no input supplies the host: captures come after its slash", at: brace)
        }
        if let user = authority.firstIndex(of: UInt8(ascii: "@")) {
            throw RuleViolation("a destination has no user name", at: user)
        }
        let colon = authority.firstIndex(of: UInt8(ascii: ":")) ?? end
        host = try Self.host(authority[..<colon])
        port = colon == end ? nil : try Self.port(authority[(colon + 1)...])
    }

    private static func host(_ raw: ArraySlice<UInt8>) throws(RuleViolation) -> String {
        if raw.isEmpty { throw RuleViolation("a destination has a host", at: raw.startIndex) }
        let host = String(bytes: raw).lowercased()
        // In any spelling that browsers take for an address: URL Standard section 3.5, "ends in a number".
        if raw.first == UInt8(ascii: "[") || HostLabels.endsInNumber(host) {
            throw RuleViolation("a destination's host is a name, not an IP address", at: raw.startIndex)
        }
        do {
            try HostLabels.check(host.hasSuffix(".") ? String(host.dropLast()) : host, allowsUnderscore: true)
        } catch {
            throw RuleViolation(error.rule, at: raw.startIndex + (error.offset ?? 0))
        }
        return host
    }

    private static func port(_ raw: ArraySlice<UInt8>) throws(RuleViolation) -> Int {
        guard raw.allSatisfy(isDigit), raw.first != UInt8(ascii: "0"), let port = Int(String(bytes: raw)),
            port <= 65535
        else { throw RuleViolation("a port is a number of 1 to 65535", at: raw.startIndex) }
        return port
    }
}
