/// The epoll tokens of what is no connection: the lower half lies above every place of a ``ConnectionTable``.
enum LoopToken {
    /// The mailbox.
    static let mailbox: UInt64 = 0xFFFF_FFFF

    /// The listening socket with an index.
    static func listener(_ index: Int) -> UInt64 { 0xFF00_0000 + UInt64(index) }

    /// Whether a token is that of a connection.
    static func isConnection(_ token: UInt64) -> Bool { token & 0xFFFF_FFFF < 0xFF00_0000 }
}
