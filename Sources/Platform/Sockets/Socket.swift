import CLinux
import Glibc

/// The calls on a connected, non-blocking TCP socket, known by its number.
///
/// The number belongs to whoever holds the connection; see ``FileDescriptor`` for a single owner.
package enum Socket {
    /// Sends from the start of the bytes what the socket takes now.
    package static func send(_ descriptor: Int32, _ bytes: Span<UInt8>) -> TransferResult {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            TransferResult { unsafe Glibc.send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL)) }
        }
    }

    /// Receives into the span; an empty span receives nothing.
    package static func receive(_ descriptor: Int32, into bytes: inout MutableSpan<UInt8>) -> TransferResult {
        unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            TransferResult { unsafe Glibc.recv(descriptor, buffer.baseAddress, buffer.count, 0) }
        }
    }

    /// Tells the peer that nothing more will be sent (`FIN`); a connection that is already gone is no error.
    package static func finishSending(_ descriptor: Int32) {
        _ = Glibc.shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Closes the descriptor.
    package static func close(_ descriptor: Int32) {
        _ = Glibc.close(descriptor)
    }

    /// Connects to an address; blocks until the peer accepts or refuses.
    ///
    /// - Returns: The connected socket, blocking.
    /// - Throws: ``SystemError`` when the connection is refused or no descriptor is left.
    package static func connect(to address: SocketAddress) throws(SystemError) -> FileDescriptor {
        let socket = try open(for: address, flags: 0)
        let status = unsafe address.withSocketAddress { pointer, length in
            unsafe Glibc.connect(socket.rawValue, pointer, length)
        }
        guard status == 0 else { throw .last("connect \(address)") }
        return socket
    }

    static func open(for address: SocketAddress, flags: Int32) throws(SystemError) -> FileDescriptor {
        let family = address.address.isIPv4 ? AF_INET : AF_INET6
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | flags
        let number = Glibc.socket(family, type, 0)
        guard number >= 0 else { throw .last("socket") }
        return FileDescriptor(owning: number)
    }

    static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        _ = unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// The address of this machine that a socket has.
    ///
    /// - Throws: ``SystemError``.
    static func localAddress(of number: Int32) throws(SystemError) -> SocketAddress {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let named = unsafe withUnsafeMutableBytes(of: &storage) { bytes in
            unsafe getsockname(number, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, &length)
        }
        guard named == 0 else { throw .last("getsockname") }
        return SocketAddress(storage)
    }
}
