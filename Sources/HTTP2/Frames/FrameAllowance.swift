/// How much a client may send that asks for nothing: what keeps floods of resets, pings, settings, continuations and
/// empty frames short (CVE-2019-9512 to 9518, CVE-2023-44487, CVE-2024-27316, CVE-2025-8671).
///
/// Each frame costs 1, and 8 more when it takes a request back or has its stream reset; a request gives 6, a KiB of content
/// that is sent 1. So what asks and is answered lasts, however long, and nothing else does.
struct FrameAllowance {
    /// What there is at the beginning, and at most.
    static let most = 512

    private var left = FrameAllowance.most

    /// Whether the client has sent more than it may.
    var isSpent: Bool { left < 0 }

    /// A frame has come.
    mutating func spendFrame() { left -= 1 }

    /// A request was taken back, or a stream reset for what its client did.
    mutating func spendReset() { left -= 8 }

    /// A request has come.
    mutating func earnRequest() { earn(6) }

    /// Bytes were sent.
    mutating func earn(sent bytes: Int) { earn(bytes / 1_024) }

    private mutating func earn(_ amount: Int) { left = min(left + amount, FrameAllowance.most) }
}
