import CLinux
import Glibc

extension Socket {
    /// Begins to connect to an address and does not wait; the socket is writable when the attempt has ended.
    ///
    /// - Returns: The socket, non-blocking; ``connectionError(_:)`` tells how the attempt ended.
    /// - Throws: ``SystemError`` when the attempt cannot begin: no route, no descriptor, not permitted.
    package static func beginConnecting(to address: SocketAddress) throws(SystemError) -> FileDescriptor {
        let socket = try open(for: address, flags: Int32(SOCK_NONBLOCK.rawValue))
        set(socket.rawValue, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        let status = unsafe address.withSocketAddress { pointer, length in
            unsafe Glibc.connect(socket.rawValue, pointer, length)
        }
        guard status == 0 || errno == EINPROGRESS else { throw .last("connect \(address)") }
        return socket
    }

    /// The error of an attempt to connect that has ended; `nil` when the connection stands.
    package static func connectionError(_ descriptor: Int32) -> SystemError? {
        var number: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &length) == 0 else {
            return .last("connect")
        }
        return number == 0 ? nil : SystemError(errno: number, call: "connect")
    }
}
