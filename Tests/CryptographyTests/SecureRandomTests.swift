import Cryptography
import Testing

@Suite struct SecureRandomTests {
    @Test(arguments: [0, 1, 31, 4096]) func `as many bytes come as are asked for`(_ count: Int) throws {
        #expect(try SecureRandom.bytes(count).count == count)
    }

    @Test func `a thousand numbers all differ`() throws {
        var seen: Set<UInt64> = []
        for _ in 0..<1000 { seen.insert(try SecureRandom.uint64()) }
        #expect(seen.count == 1000)
    }

    @Test func `every bit is seen both set and clear`() throws {
        var union: UInt64 = 0
        var intersection = UInt64.max
        for _ in 0..<200 {
            let number = try SecureRandom.uint64()
            union |= number
            intersection &= number
        }
        #expect(union == UInt64.max)
        #expect(intersection == 0)
    }
}
