import Platform
import Testing

@testable import Cryptography

@Suite struct TicketKeyRingTests {
    /// A clock that a test sets.
    final class Clock: Sendable {
        let time = LockedValue(UnixTime(seconds: 1_800_000_000))

        func advance(_ seconds: Int64) { time.withLock { $0 = $0 + .seconds(seconds) } }
    }

    let clock = Clock()

    func ring(_ text: String) throws -> TicketKeyRing {
        TicketKeyRing(try TicketSecrets(text: Array(text.utf8))) { [clock] in clock.time.withLock { $0 } }
    }

    static let secret = String(repeating: "s", count: 32)
    static let other = String(repeating: "o", count: 40)

    @Test func `the same secret makes the same keys, and another makes others`() throws {
        let key = try #require(try ring(Self.secret).sealingKey())
        #expect(key.name.count == 16 && key.cipher.count == 32 && key.mac.count == 32)
        #expect(try #require(try ring(Self.secret + "\n").sealingKey()).cipher == key.cipher)
        #expect(try #require(try ring(Self.other).sealingKey()).cipher != key.cipher)
        #expect(key.cipher != key.mac)
        #expect(try #require(try ring(Self.secret).openingKey(named: key.name)).isCurrent)
        #expect(try ring(Self.other).openingKey(named: key.name) == nil)
    }

    @Test func `keys change with the period, open for one more, and then no longer`() throws {
        let ring = try ring(Self.secret)
        let key = try #require(ring.sealingKey())
        clock.advance(TicketKeyRing.period)
        #expect(ring.sealingKey()?.name != key.name)
        let old = try #require(ring.openingKey(named: key.name))
        #expect(!old.isCurrent && old.key.cipher == key.cipher)
        clock.advance(TicketKeyRing.period)
        #expect(ring.openingKey(named: key.name) == nil)
        // A process whose clock is behind opens what one ahead has sealed.
        clock.advance(-3 * TicketKeyRing.period)
        #expect(ring.openingKey(named: key.name) != nil)
    }

    @Test func `the first secret seals, all open`() throws {
        let old = try #require(try ring(Self.secret).sealingKey())
        let both = try ring("\(Self.other)\r\n\n\(Self.secret)\n")
        #expect(both.sealingKey()?.name != old.name)
        #expect(both.openingKey(named: old.name)?.isCurrent == false)
        both.replace(try TicketSecrets(text: Array(Self.other.utf8)))
        #expect(both.openingKey(named: old.name) == nil)
    }

    @Test(arguments: ["", "\n\n", "short", secret + "\nshort", String(repeating: secret + "\n", count: 9)])
    func `a text that holds no secrets is refused without showing them`(_ text: String) {
        let refusal = #expect(throws: TicketSecrets.Refusal.self) { _ = try TicketSecrets(text: Array(text.utf8)) }
        #expect(refusal.map { !"\($0)".contains("short") && !"\($0)".contains(Self.secret) } == true)
    }

    @Test func `a secret made here is no other's`() throws {
        let left = TicketKeyRing(try TicketSecrets())
        let key = try #require(left.sealingKey())
        #expect(TicketKeyRing(try TicketSecrets()).openingKey(named: key.name) == nil)
    }
}
