/// A version of TLS, in order; the numbers are those on the wire (RFC 8446 section 4.2.1).
package enum TLSVersion: UInt16, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// TLS 1.0.
    case tls10 = 0x0301
    /// TLS 1.1.
    case tls11 = 0x0302
    /// TLS 1.2.
    case tls12 = 0x0303
    /// TLS 1.3.
    case tls13 = 0x0304

    /// Orders by age.
    package static func < (left: TLSVersion, right: TLSVersion) -> Bool {
        left.rawValue < right.rawValue
    }

    /// `TLS 1.2`.
    package var description: String { "TLS 1.\(rawValue - 0x0301)" }
}
