/// The 32 bytes of a SHA-256 digest, or of an HMAC-SHA256 tag.
///
/// `==` takes a time that depends on the bytes: compare tags with ``isEqualInConstantTime(to:)``.
package struct SHA256Digest: Hashable, Sendable, CustomStringConvertible {
    /// How many bytes a digest has.
    package static let byteCount = 32

    // Four big-endian words instead of an array: no allocation, and equality and hashing for nothing.
    private let first: UInt64
    private let second: UInt64
    private let third: UInt64
    private let fourth: UInt64

    /// Takes the bytes of a digest; `nil` unless there are 32.
    package init?(bytes: Span<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        first = Self.word(bytes, at: 0)
        second = Self.word(bytes, at: 8)
        third = Self.word(bytes, at: 16)
        fourth = Self.word(bytes, at: 24)
    }

    /// Takes the bytes of a digest; `nil` unless there are 32.
    package init?(bytes: [UInt8]) {
        self.init(bytes: bytes.span)
    }

    /// Reads 64 hex digits of either case; `nil` for anything else.
    package init?(hex text: String) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        var high: UInt8?
        for character in text.utf8 {
            guard let value = Self.hexValue(character) else { return nil }
            if let digit = high {
                bytes.append(digit << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        guard high == nil else { return nil }
        self.init(bytes: bytes)
    }

    /// The 32 bytes.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        for word in [first, second, third, fourth] {
            for shift in stride(from: UInt64(56), through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        return bytes
    }

    /// The digest as 64 lower-case hex digits.
    package var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(Self.byteCount * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 0x0F)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether the digests are equal, found out in a time that does not depend on where they differ.
    package func isEqualInConstantTime(to other: SHA256Digest) -> Bool {
        (first ^ other.first) | (second ^ other.second) | (third ^ other.third) | (fourth ^ other.fourth) == 0
    }

    /// The hex text.
    package var description: String { hex }

    // MARK: - Private

    private static func word(_ bytes: Span<UInt8>, at offset: Int) -> UInt64 {
        var word: UInt64 = 0
        for index in offset..<(offset + 8) { word = word << 8 | UInt64(bytes[index]) }
        return word
    }

    private static func hexValue(_ character: UInt8) -> UInt8? {
        switch character {
        case 0x30...0x39: character - 0x30
        case 0x41...0x46: character - 0x41 + 10
        case 0x61...0x66: character - 0x61 + 10
        default: nil
        }
    }
}
