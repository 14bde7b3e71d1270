import COpenSSL
package import Platform

/// The bytes between the sockets of one thread and its TLS sessions; confined to the thread.
///
/// Sessions read from memory and write to memory that they share, through a BIO of our own: a turn costs one receive and
/// one send as without TLS, where OpenSSL's socket BIO receives twice a record, and its memory BIO copies once more and
/// keeps memory per connection.
@safe
package final class TLSWire {
    /// The most bytes that are received at once.
    static let incomingCapacity = 32_768
    // What one receive can bring: all of it, and a record that was kept since the one before.
    static let plainCapacity = incomingCapacity + 17_408

    private static let keptCapacity = 65_536

    private let incoming: UnsafeMutablePointer<UInt8>
    private var incomingStart = 0
    private var incomingEnd = 0
    let plain: UnsafeMutablePointer<UInt8>
    var plainCount = 0
    private var outgoing: UnsafeMutablePointer<UInt8>
    private var outgoingCount = 0
    private var outgoingCapacity = TLSWire.keptCapacity

    /// Makes empty memory.
    package init() {
        unsafe incoming = .allocate(capacity: Self.incomingCapacity)
        unsafe plain = .allocate(capacity: Self.plainCapacity)
        unsafe outgoing = .allocate(capacity: Self.keptCapacity)
    }

    deinit {
        unsafe incoming.deallocate()
        unsafe plain.deallocate()
        unsafe outgoing.deallocate()
    }

    /// Receives once from a socket; what it brings is for the session that reads next.
    ///
    /// - Parameter descriptor: A non-blocking socket.
    /// - Returns: How many bytes came; 0 when the peer sends no more.
    package func receive(_ descriptor: Int32) -> TransferResult {
        incomingStart = 0
        incomingEnd = 0
        let memory = unsafe UnsafeMutableBufferPointer(start: incoming, count: Self.incomingCapacity)
        var span = unsafe memory.mutableSpan
        let result = Socket.receive(descriptor, into: &span)
        if case .bytes(let count) = result { incomingEnd = count }
        return result
    }

    /// What the session that read last was sent, decrypted.
    package var received: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            let span = unsafe Span(_unsafeStart: UnsafePointer(plain), count: plainCount)
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    /// What sessions want to have sent, in the order of writing.
    package var output: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            let span = unsafe Span(_unsafeStart: UnsafePointer(outgoing), count: outgoingCount)
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    /// Forgets what was sent, and gives back memory beyond 64 KiB.
    package func clearOutput() {
        outgoingCount = 0
        if outgoingCapacity > Self.keptCapacity { resize(Self.keptCapacity) }
    }

    // MARK: - For the BIO

    /// Moves received bytes to a session.
    func take(_ target: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
        let taken = min(count, incomingEnd - incomingStart)
        unsafe UnsafeMutableRawPointer(target).copyMemory(from: incoming + incomingStart, byteCount: taken)
        incomingStart += taken
        return taken
    }

    /// Takes bytes that a session sends.
    func append(_ source: UnsafePointer<CChar>, _ count: Int) {
        let end = outgoingCount + count
        if end > outgoingCapacity { resize(max(2 * outgoingCapacity, end)) }
        unsafe UnsafeMutableRawPointer(outgoing + outgoingCount).copyMemory(from: source, byteCount: count)
        outgoingCount = end
    }

    private func resize(_ capacity: Int) {
        let other = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        unsafe other.update(from: outgoing, count: outgoingCount)
        unsafe outgoing.deallocate()
        unsafe outgoing = other
        outgoingCapacity = capacity
    }

    /// Drops what no session has read.
    func dropIncoming() {
        incomingStart = incomingEnd
    }
}
