package import Platform

/// What became of a transfer.
package struct TransferRecord: Sendable {
    /// When it was begun, or given up before.
    package var time: UnixTime
    /// How it ended.
    package var outcome: ProbeOutcome
    /// All header fields of the answer, in order.
    package var headers: [HeaderField] = []
    /// The decoded body, or as much of it as came.
    package var body: [UInt8] = []
    /// How long each phase took.
    package var timing = TransferTiming()
    /// The addresses that the name has.
    package var candidates: [IPAddress] = []
    /// The addresses to which connections were begun, in order (case 113).
    package var attempts: [IPAddress] = []
    /// The address that the answer came from.
    package var remoteAddress: SocketAddress?
    /// Whether an earlier transfer's connection served.
    package var isReused = false

    /// Makes a record.
    package init(time: UnixTime, outcome: ProbeOutcome) {
        self.time = time
        self.outcome = outcome
    }
}
