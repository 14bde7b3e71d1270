import Cryptography
import Testing

@Suite struct SHA256Tests {
    struct Vector: CustomTestStringConvertible {
        let message: [UInt8]
        let hex: String
        var testDescription: String { "\(message.count) bytes" }
    }

    // FIPS 180-4 example values, as NIST publishes them, and the digest of nothing.
    static let vectors: [Vector] = [
        Vector(message: [], hex: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        Vector(message: Array("abc".utf8), hex: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        Vector(
            message: Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
            hex: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        Vector(
            message: [UInt8](repeating: 0x61, count: 1_000_000),
            hex: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ]

    @Test(arguments: vectors) func `a published message has its published digest`(_ vector: Vector) throws {
        #expect(try SHA256.digest(of: vector.message).hex == vector.hex)
    }

    @Test(arguments: [1, 7, 63, 64, 65, 4096]) func `pieces of any size give the digest of the whole`(
        _ size: Int
    ) throws {
        let message = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var state = try SHA256()
        for start in stride(from: 0, to: message.count, by: size) {
            try state.update(Array(message[start..<min(start + size, message.count)]))
            try state.update([])
        }
        let digest = try state.finalize()
        #expect(try digest == SHA256.digest(of: message))
    }

    @Test func `a digest survives hex and bytes`() throws {
        let digest = try SHA256.digest(of: Array("postern".utf8))
        #expect(SHA256Digest(hex: digest.hex) == digest)
        #expect(SHA256Digest(hex: digest.hex.uppercased()) == digest)
        #expect(SHA256Digest(bytes: digest.bytes) == digest)
        #expect(digest.description == digest.hex)
    }

    @Test(arguments: ["", "0", String(repeating: "0", count: 63), String(repeating: "0", count: 66), "g"])
    func `text that is no digest is refused`(_ text: String) {
        #expect(SHA256Digest(hex: text) == nil)
    }

    @Test func `bytes of another count are refused`() {
        #expect(SHA256Digest(bytes: [UInt8](repeating: 0, count: 31)) == nil)
        #expect(SHA256Digest(bytes: [UInt8](repeating: 0, count: 33)) == nil)
    }

    @Test func `the constant-time comparison sees every bit`() throws {
        let digest = try SHA256.digest(of: [])
        #expect(digest.isEqualInConstantTime(to: digest))
        for bit in 0..<256 {
            var bytes = digest.bytes
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            let other = try #require(SHA256Digest(bytes: bytes))
            #expect(!digest.isEqualInConstantTime(to: other))
            #expect(digest != other)
        }
    }
}
