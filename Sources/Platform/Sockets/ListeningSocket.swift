import CLinux
import Glibc

/// A TCP socket that connections arrive at; any number of threads may accept from it.
package struct ListeningSocket: ~Copyable, Sendable {
    /// What one call of ``accept()`` gave.
    package enum Accepted: Equatable, BitwiseCopyable, Sendable {
        /// A non-blocking connection, and the address of its peer; the caller has to close it.
        case connection(descriptor: Int32, peer: SocketAddress)
        /// No connection is waiting.
        case none
        /// The process, the system or its memory has no room; the connection stays in the queue.
        case exhausted(errno: Int32)
    }

    /// Connections that may wait unless asked for otherwise.
    package static let defaultBacklog: Int32 = 4096

    private let descriptor: FileDescriptor

    /// The address it is bound to, with the port that the system chose where 0 was asked for.
    package let address: SocketAddress

    /// Binds and listens.
    ///
    /// An address in `TIME_WAIT` is taken over. `[::]` serves IPv4 as well. Small answers leave at once (`TCP_NODELAY`,
    /// which accepted connections inherit).
    ///
    /// - Parameters:
    ///   - address: Where to listen.
    ///   - backlog: Connections that may wait; the system cuts it to `net.core.somaxconn`.
    /// - Throws: ``SystemError`` that names the address: in use, not of this machine, not permitted.
    package init(_ address: SocketAddress, backlog: Int32 = defaultBacklog) throws(SystemError) {
        let socket = try Socket.open(for: address, flags: Int32(SOCK_NONBLOCK.rawValue))
        Socket.set(socket.rawValue, SOL_SOCKET, SO_REUSEADDR, 1)
        Socket.set(socket.rawValue, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        if !address.address.isIPv4 { Socket.set(socket.rawValue, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
        let status = unsafe address.withSocketAddress { pointer, length in
            unsafe bind(socket.rawValue, pointer, length)
        }
        guard status == 0 else { throw .last("bind \(address)") }
        guard listen(socket.rawValue, backlog) == 0 else { throw .last("listen \(address)") }
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let named = unsafe withUnsafeMutableBytes(of: &storage) { bytes in
            unsafe getsockname(socket.rawValue, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, &length)
        }
        guard named == 0 else { throw .last("getsockname") }
        self.address = SocketAddress(storage)
        descriptor = socket
    }

    /// The number to register for readability.
    package var rawValue: Int32 { descriptor.rawValue }

    /// Lets no handshake begin any more, to be called before the last connections are taken.
    ///
    /// Otherwise a connection that arrives between the last ``accept()`` and the close is reset. A peer whose handshake
    /// is not begun tries again within a second, and is then refused. Where the system knows no filters nothing happens.
    package func dropHandshakes() { _ = postern_drop_handshakes(descriptor.rawValue) }

    /// Takes the next waiting connection.
    ///
    /// Connections that broke while they waited are passed over (accept(2), "Error handling").
    package func accept() -> Accepted {
        var storage = sockaddr_storage()
        while true {
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let flags = Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            let number = unsafe withUnsafeMutableBytes(of: &storage) { bytes in
                let pointer = unsafe bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
                return unsafe accept4(descriptor.rawValue, pointer, &length, flags)
            }
            if number >= 0 { return .connection(descriptor: number, peer: SocketAddress(storage)) }
            switch errno {
            case EAGAIN: return .none
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted(errno: errno)
            case EBADF, EFAULT, ENOTSOCK, EINVAL, EOPNOTSUPP: preconditionFailure("accept on what does not listen")
            default: continue
            }
        }
    }
}
