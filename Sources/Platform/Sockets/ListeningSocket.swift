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
        self.address = try Socket.localAddress(of: socket.rawValue)
        descriptor = socket
    }

    /// Takes a socket over that listens already; it becomes non-blocking for all who share it.
    ///
    /// - Parameter number: Its descriptor, which belongs to the new value also when this fails.
    /// - Throws: ``SystemError``; `EINVAL` when it is no TCP socket that listens.
    package init(takingOver number: Int32) throws(SystemError) {
        let socket = FileDescriptor(owning: number)
        let address = try Self.address(ofListening: number)
        let flags = postern_fcntl(number, F_GETFL, 0)
        guard flags >= 0, postern_fcntl(number, F_SETFL, flags | O_NONBLOCK) >= 0,
            postern_fcntl(number, F_SETFD, FD_CLOEXEC) >= 0
        else { throw .last("fcntl") }
        Socket.set(number, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        self.address = address
        descriptor = socket
    }

    /// Where a socket listens.
    ///
    /// - Parameter number: The descriptor, which stays the caller's.
    /// - Returns: Its address.
    /// - Throws: ``SystemError``; `EINVAL` when it is no TCP socket that listens.
    package static func address(ofListening number: Int32) throws(SystemError) -> SocketAddress {
        var listens: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(number, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) == 0 else {
            throw .last("a socket that was passed")
        }
        var name: Int32 = 0
        length = socklen_t(MemoryLayout<Int32>.size)
        guard listens == 1, unsafe getsockopt(number, SOL_SOCKET, SO_PROTOCOL, &name, &length) == 0,
            name == Int32(IPPROTO_TCP)
        else { throw SystemError(errno: EINVAL, call: "a socket that was passed does not listen") }
        return try Socket.localAddress(of: number)
    }

    /// Makes another descriptor of the socket, the caller's to close.
    ///
    /// - Throws: ``SystemError`` when no descriptor is left.
    package func duplicate() throws(SystemError) -> Int32 {
        let number = postern_fcntl(descriptor.rawValue, F_DUPFD_CLOEXEC, 3)
        guard number >= 0 else { throw .last("dup") }
        return number
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
