/// The number of one request, unique among all processes in practice: a random start per loop, then counting.
package struct RequestID: Hashable, BitwiseCopyable, Sendable {
    /// The number.
    package let rawValue: UInt64

    /// Makes an ID from its number.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

extension RequestID: CustomStringConvertible {
    /// Sixteen lower-case hexadecimal digits, as logs and error answers show it.
    package var description: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
