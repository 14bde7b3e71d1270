import HTTPWire
import Platform

/// One connection's state: a plain value that lives in its place of the ``ConnectionTable``.
struct Connection {
    /// What a connection waits for.
    enum Phase: UInt8, BitwiseCopyable {
        /// There is no connection in this place. → `greeting`, `idle`, `handshaking`.
        case free
        /// The PROXY header has not come; what came of it is in `input`. → `idle`, `handshaking`, `writing`, `lingering`,
        /// `free`.
        case greeting
        /// Nothing of a request yet. → `head`, `body`, `writing`, `deferred`, `lingering`, `free`.
        case idle
        /// Part of a header block is in `input`. → as `idle`.
        case head
        /// A header block is at the front of `input`, its content not yet through; of HTTP/2, content of some stream. → as
        /// `idle`.
        case body
        /// The peer has not taken all of `output`. → `idle`, `head`, `body`, `deferred`, `lingering`, `free`.
        case writing
        /// The handler owes a reply. → as `writing`.
        case deferred
        /// HTTP/2: answers are owed, or wait for the peer's windows. → `idle`, `head`, `body`, `writing`, `lingering`, `free`.
        case streaming
        /// The TLS handshake is not complete. → `idle`, `head`, `body`, `writing`, `deferred`, `lingering`, `free`.
        case handshaking
        /// Our end is closed; what the peer still sends is thrown away. → `free`.
        case lingering
    }

    /// The socket.
    var descriptor: Int32 = -1
    /// Counts the connections that had this place; part of the epoll token.
    var generation: UInt32 = 0
    /// Counts the deferred replies that this place owed; part of the deferred token.
    var replyGeneration: UInt32 = 0
    /// What is waited for.
    var phase = Phase.free
    /// Whether TLS is spoken; `output` is encrypted then.
    var isSecure = false
    /// Whether HTTP/2 is spoken; what is sent are its frames then.
    var isMultiplexed = false
    /// Whether requests may say where they came from, by the listener's rules.
    var isForwarded = false
    /// Whether `peer` was counted among the connections of its address.
    var isCounted = false
    /// The listener it came by.
    var listener: UInt16 = 0
    /// HTTP/2: whether the peer sends no more.
    var hasEnded = false
    /// Whether to close after what is being written.
    var closesAfterWriting = false
    /// How far the header block at the front of `input` was looked at.
    var parser = RequestParser()
    /// Reads the content of the request whose header block is complete; `nil` while none is awaited.
    var content: BodyDecoder?
    /// Bytes of the header block whose content is awaited.
    var headLength = 0
    /// What epoll watches the socket for.
    var interest: Epoll.Events = []
    /// Bytes received that are not yet answered.
    var input = BufferPool.Block.none
    /// Bytes of answers that the peer has not taken.
    var output = BufferPool.Block.none
    /// The address of the peer, or the one that a balancer gave for it in a PROXY header.
    var peer = IPAddress(high: 0, low: 0)
    /// Bytes that were thrown away while `lingering`.
    var discarded = 0
    /// Where the connection stands among the deadlines.
    var deadline = DeadlineLink()
}
