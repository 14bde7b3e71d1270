/// A request method; names are case-sensitive (RFC 9110 section 9.1).
package enum HTTPMethod: Sendable {
    /// `GET`.
    case get
    /// `HEAD`.
    case head
    /// `POST`.
    case post
    /// `PUT`.
    case put
    /// `DELETE`.
    case delete
    /// `OPTIONS`.
    case options
    /// `PATCH`.
    case patch
    /// `TRACE`.
    case trace
    /// `CONNECT`.
    case connect
    /// Any other token, `get` in lower case among them.
    case other

    /// Recognises a method by its exact bytes.
    init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        let word = bytes.paddedWord(at: range.lowerBound)
        let mask = range.count >= 8 ? UInt64.max : (1 &<< UInt64(range.count &* 8)) &- 1
        // The names as little-endian words.
        switch (range.count, word & mask) {
        case (3, 0x54_4547): self = .get
        case (4, 0x4441_4548): self = .head
        case (4, 0x5453_4F50): self = .post
        case (3, 0x54_5550): self = .put
        case (6, 0x4554_454C_4544): self = .delete
        case (7, 0x53_4E4F_4954_504F): self = .options
        case (5, 0x48_4354_4150): self = .patch
        case (5, 0x45_4341_5254): self = .trace
        case (7, 0x54_4345_4E4E_4F43): self = .connect
        default: self = .other
        }
    }
}
