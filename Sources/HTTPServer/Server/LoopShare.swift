import Platform
import Synchronization

/// The part of a loop that other threads may touch.
final class LoopShare: Sendable {
    let epoll: Epoll
    let mailbox: LoopMailbox
    let counters = LoopCounters()
    let records: RecordRing<RequestRecord>

    /// Connections that the loop has or was given; a hint for balance, nothing depends on it.
    let connections = Atomic<Int>(0)

    init(recordCapacity: Int) throws(SystemError) {
        epoll = try Epoll()
        mailbox = try LoopMailbox()
        try epoll.add(mailbox.rawValue, .readable, token: LoopToken.mailbox)
        records = RecordRing(capacity: recordCapacity)
    }
}
