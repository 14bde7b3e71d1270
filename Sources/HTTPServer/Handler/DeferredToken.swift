/// Names a reply that is still owed: which loop, which connection, which of its deferred replies.
///
/// Used once.
package struct DeferredToken: Hashable, BitwiseCopyable, Sendable {
    /// The loop, connection and generation in one number.
    package let rawValue: UInt64

    /// Packs 8 bits of loop, 24 of slot and 32 of generation.
    init(loop: Int, slot: Int, generation: UInt32) {
        rawValue = UInt64(truncatingIfNeeded: loop) << 56 | UInt64(truncatingIfNeeded: slot) << 32 | UInt64(generation)
    }

    var loop: Int { Int(rawValue >> 56) }

    var slot: Int { Int(rawValue >> 32 & 0xFF_FFFF) }

    var generation: UInt32 { UInt32(truncatingIfNeeded: rawValue) }
}
