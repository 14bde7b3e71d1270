/// What a transfer is busy with, in order.
package enum TransferPhase: String, Sendable, CaseIterable {
    /// It waits for a free slot.
    case queue
    /// The name is looked up.
    case resolve
    /// The connection is made.
    case connect
    /// TLS is negotiated.
    case handshake
    /// The request has gone, and no answer has come.
    case answer
    /// The answer is coming.
    case body
}
