import Testing

@testable import Cryptography

/// What is sealed with a key, and what opens it.
@Suite struct SealingKeyTests {
    private static let secret = String(repeating: "planted-secret-", count: 4)
    private static let context = Array("go.acme.test".utf8)

    private static func key(_ lines: String...) throws -> SealingKey {
        try SealingKey(text: Array(lines.joined(separator: "\n").utf8))
    }

    @Test(arguments: [0, 1, 15, 16, 17, 4096, 100_000])
    func `what was sealed is opened`(_ count: Int) throws {
        let key = try Self.key(Self.secret)
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let sealed = try key.seal(bytes, for: Self.context)
        #expect(sealed.count == count + 29)
        #expect(try key.open(sealed, for: Self.context) == bytes)
        #expect(try key.seal(bytes, for: Self.context) != sealed)
        if count > 16 { #expect(sealed.firstRange(of: bytes.prefix(16)) == nil) }
    }

    @Test func `another secret, another context and a changed byte open nothing`() throws {
        let key = try Self.key(Self.secret)
        let sealed = try key.seal(Array("private".utf8), for: Self.context)
        #expect(throws: SealingKey.Failure.forged) { try Self.key(Self.secret + "2").open(sealed, for: Self.context) }
        #expect(throws: SealingKey.Failure.forged) { try key.open(sealed, for: Self.context + [0]) }
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: SealingKey.Failure.forged) { try key.open(changed, for: Self.context) }
            #expect(throws: SealingKey.Failure.forged) { try key.open(Array(sealed[..<index]), for: Self.context) }
        }
    }

    @Test func `the first secret seals and all open`() throws {
        let (old, new) = (Self.secret, Self.secret + "2")
        let before = try Self.key(old).seal([1, 2, 3], for: Self.context)
        let both = try Self.key(new, "", old + "\r")
        #expect(try both.open(before, for: Self.context) == [1, 2, 3])
        let after = try both.seal([4], for: Self.context)
        #expect(try Self.key(new).open(after, for: Self.context) == [4])
        #expect(throws: SealingKey.Failure.forged) { try Self.key(old).open(after, for: Self.context) }
    }

    @Test(arguments: ["", "\n\n", "short planted-secret", String(repeating: "p", count: 1025)])
    func `a text that holds no secret is refused without showing it`(_ text: String) {
        let refusal = #expect(throws: SealingKey.Refusal.self) { try SealingKey(text: Array(text.utf8)) }
        #expect(refusal?.description.contains("planted") == false)
    }
}
