/// A hash of host names under a secret seed, so that nobody can choose names that collide.
///
/// SipHash-1-3 (Aumasson and Bernstein, 2012). Allocates nothing.
package struct HostHasher: Sendable {
    private let key: (UInt64, UInt64)

    /// Draws a seed from the system's random numbers.
    package init() {
        var generator = SystemRandomNumberGenerator()
        key = (generator.next(), generator.next())
    }

    /// Takes a seed, for tests.
    init(seed: (UInt64, UInt64)) {
        key = seed
    }

    /// The hash of a name.
    ///
    /// - Parameters:
    ///   - name: Its bytes.
    ///   - variant: Gives one name several hashes that have nothing to do with one another.
    /// - Returns: 64 bits, all equally good.
    package func hash(_ name: Span<UInt8>, variant: UInt8 = 0) -> UInt64 {
        var state = State(key.0, key.1 ^ UInt64(variant))
        var index = 0
        while let word = name.word(at: index) {
            state.absorb(word)
            index &+= 8
        }
        var last: UInt64 = 0
        if index > 0, let word = name.word(at: name.count &- 8) {
            // Without those of the last eight bytes that were absorbed; of eight none is left.
            last = word >> (64 &- UInt64(truncatingIfNeeded: name.count &- index) &* 8)
        } else {
            for position in 0..<name.count { last |= UInt64(name[position]) &<< UInt64(position &* 8) }
        }
        last |= UInt64(truncatingIfNeeded: name.count) &<< 56
        state.absorb(last)
        return state.finish()
    }

    private struct State {
        private var v0, v1, v2, v3: UInt64

        init(_ k0: UInt64, _ k1: UInt64) {
            v0 = k0 ^ 0x736F_6D65_7073_6575
            v1 = k1 ^ 0x646F_7261_6E64_6F6D
            v2 = k0 ^ 0x6C79_6765_6E65_7261
            v3 = k1 ^ 0x7465_6462_7974_6573
        }

        @inline(__always)
        private mutating func round() {
            v0 &+= v1
            v2 &+= v3
            v1 = (v1 &<< 13 | v1 &>> 51) ^ v0
            v3 = (v3 &<< 16 | v3 &>> 48) ^ v2
            v0 = v0 &<< 32 | v0 &>> 32
            v2 &+= v1
            v0 &+= v3
            v1 = (v1 &<< 17 | v1 &>> 47) ^ v2
            v3 = (v3 &<< 21 | v3 &>> 43) ^ v0
            v2 = v2 &<< 32 | v2 &>> 32
        }

        @inline(__always)
        mutating func absorb(_ word: UInt64) {
            v3 ^= word
            round()
            v0 ^= word
        }

        mutating func finish() -> UInt64 {
            v2 ^= 0xFF
            round()
            round()
            round()
            return v0 ^ v1 ^ v2 ^ v3
        }
    }
}
