/// How long each phase of a transfer took; a phase that was not reached or needed has zero.
package struct TransferTiming: Hashable, Sendable {
    /// Waiting for a slot.
    package var queue: Duration
    /// Looking the name up.
    package var resolve: Duration
    /// Connecting.
    package var connect: Duration
    /// Negotiating TLS.
    package var handshake: Duration
    /// From the request to the first byte of the answer.
    package var answer: Duration
    /// From there to the last byte.
    package var body: Duration

    /// Makes a timing; each phase is zero by default.
    package init(
        queue: Duration = .zero, resolve: Duration = .zero, connect: Duration = .zero, handshake: Duration = .zero,
        answer: Duration = .zero, body: Duration = .zero
    ) {
        self.queue = queue
        self.resolve = resolve
        self.connect = connect
        self.handshake = handshake
        self.answer = answer
        self.body = body
    }

    /// All phases together.
    package var total: Duration { queue + resolve + connect + handshake + answer + body }
}
