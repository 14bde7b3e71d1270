/// Names a reply that is still owed: which loop, which connection, which of its deferred replies.
///
/// Used once.
package struct DeferredToken: Hashable, BitwiseCopyable, Sendable {
    /// The loop, connection and generation in one number.
    package let rawValue: UInt64

    /// Packs 8 bits of loop, 24 of slot and 32 of generation; the highest bit of the slot says that it is a place of
    /// ``StreamReplies``.
    init(loop: Int, slot: Int, generation: UInt32) {
        rawValue = UInt64(truncatingIfNeeded: loop) << 56 | UInt64(truncatingIfNeeded: slot) << 32 | UInt64(generation)
    }

    /// The token of a reply to an HTTP/2 stream.
    init(loop: Int, streamPlace: Int, generation: UInt32) {
        self.init(loop: loop, slot: streamPlace | 0x80_0000, generation: generation)
    }

    /// The place of a reply to an HTTP/2 stream; `nil` for one that a whole connection waits for.
    var streamPlace: Int? { slot & 0x80_0000 != 0 ? slot & 0x7F_FFFF : nil }

    var loop: Int { Int(rawValue >> 56) }

    var slot: Int { Int(rawValue >> 32 & 0xFF_FFFF) }

    var generation: UInt32 { UInt32(truncatingIfNeeded: rawValue) }
}
