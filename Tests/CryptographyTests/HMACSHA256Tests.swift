import Cryptography
import Testing

@Suite struct HMACSHA256Tests {
    struct Vector: CustomTestStringConvertible {
        let name: String
        let key: [UInt8]
        let message: [UInt8]
        let hex: String
        var testDescription: String { name }
    }

    // RFC 4231 sections 4.2, 4.3, 4.4 and 4.7, and the tag of nothing under an empty key.
    static let vectors: [Vector] = [
        Vector(
            name: "test case 1", key: [UInt8](repeating: 0x0B, count: 20), message: Array("Hi There".utf8),
            hex: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        Vector(
            name: "test case 2", key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8),
            hex: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        Vector(
            name: "test case 3", key: [UInt8](repeating: 0xAA, count: 20), message: [UInt8](repeating: 0xDD, count: 50),
            hex: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        Vector(
            name: "test case 6", key: [UInt8](repeating: 0xAA, count: 131),
            message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            hex: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        Vector(
            name: "nothing", key: [], message: [],
            hex: "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"
        ),
    ]

    @Test(arguments: vectors) func `a published message has its published tag`(_ vector: Vector) throws {
        #expect(try HMACSHA256.tag(of: vector.message, key: vector.key).hex == vector.hex)
    }

    @Test func `an empty key is not the key of the call before`() throws {
        let before = try HMACSHA256.tag(of: [1], key: [])
        _ = try HMACSHA256.tag(of: [1], key: [2])
        #expect(try HMACSHA256.tag(of: [1], key: []) == before)
    }
}
