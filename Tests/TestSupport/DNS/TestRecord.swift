import Platform

/// A record that a ``TestNameServer`` answers with.
package enum TestRecord: Sendable {
    /// An IPv4 address.
    case a(String)
    /// An IPv6 address.
    case aaaa(String)
    /// Another name; the records that follow in the same answer belong to that name.
    case cname(String)
    /// The strings of one `TXT` record, each at most 255 bytes.
    case txt([String])
    /// A record of any type with any data, and the name that owns it where it is not the current one.
    case raw(owner: String? = nil, type: UInt16, data: [UInt8])

    /// The number of the type (RFC 1035 section 3.2.2).
    package var type: UInt16 {
        switch self {
        case .a: 1
        case .cname: 5
        case .txt: 16
        case .aaaa: 28
        case .raw(_, let type, _): type
        }
    }

    var data: [UInt8] {
        switch self {
        case .a(let text):
            let address = IPAddress(text)
            return (0..<4).map { UInt8(truncatingIfNeeded: (address?.low ?? 0) >> (24 - 8 * UInt64($0))) }
        case .aaaa(let text):
            // An IPv4-mapped address too is written in its sixteen bytes.
            let address = IPAddress(text)
            return [address?.high ?? 0, address?.low ?? 0].flatMap { half in
                (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * UInt64($0))) }
            }
        case .cname(let name): return Self.encode(name)
        case .txt(let strings): return strings.flatMap { [UInt8(truncatingIfNeeded: $0.utf8.count)] + Array($0.utf8) }
        case .raw(_, _, let data): return data
        }
    }

    /// A name as it is on the wire, uncompressed (RFC 1035 section 3.1).
    static func encode(_ name: String) -> [UInt8] {
        name.split(separator: ".").flatMap { [UInt8(truncatingIfNeeded: $0.utf8.count)] + Array($0.utf8) } + [0]
    }
}
