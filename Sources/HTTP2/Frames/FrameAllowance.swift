/// How much a client may send that asks for nothing: what keeps floods of resets, pings, settings, continuations, empty and
/// tiny frames short (CVE-2019-9511 to 9518, CVE-2023-44487, CVE-2024-27316, CVE-2025-8671).
///
/// Each frame costs 16, and 128 more when it takes a request back or has its stream reset; one that brings content costs 1.
/// A request gives 96, a KiB of content that is sent or comes 16. So what asks and is answered lasts, however long, an upload
/// in pieces of 64 bytes too, and nothing else does.
struct FrameAllowance {
    /// What there is at the beginning, and at most: 512 frames, or 8,192 with a byte of content each.
    static let most = 8_192

    private var left = FrameAllowance.most

    /// Whether the client has sent more than it may.
    var isSpent: Bool { left < 0 }

    /// A frame without content has come.
    mutating func spendFrame() { left -= 16 }

    /// A frame has come that brings content.
    mutating func spendFrame(content bytes: Int) {
        left -= 1
        earn(bytes / 64)
    }

    /// A request was taken back, or a stream reset for what its client did.
    mutating func spendReset() { left -= 128 }

    /// A request has come.
    mutating func earnRequest() { earn(96) }

    /// Bytes were sent.
    mutating func earn(sent bytes: Int) { earn(bytes / 64) }

    private mutating func earn(_ amount: Int) { left = min(left + amount, FrameAllowance.most) }
}
