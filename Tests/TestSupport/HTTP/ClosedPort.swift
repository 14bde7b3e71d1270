import Glibc
package import Platform

/// A TCP port of 127.0.0.1 where nobody listens, nor can as long as this lasts.
package final class ClosedPort: Sendable {
    /// The address whose connections are refused.
    package let address: SocketAddress

    private let socket: FileDescriptor

    /// Takes a free port.
    ///
    /// - Throws: ``SystemError`` when no descriptor or port is left.
    package init() throws {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let number = Glibc.socket(AF_INET, kind, 0)
        guard number >= 0 else { throw SystemError.last("socket") }
        socket = FileDescriptor(owning: number)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // Bound without SO_REUSEADDR, and never listening.
        let isBound = unsafe withUnsafeMutablePointer(to: &name) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(number, $0, length) == 0 && getsockname(number, $0, &length) == 0
            }
        }
        guard isBound else { throw SystemError.last("bind") }
        address = .loopback(port: UInt16(bigEndian: name.sin_port))
    }
}
