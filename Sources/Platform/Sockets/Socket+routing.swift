import CLinux
import Glibc

extension Socket {
    /// The address of this machine from which it would send to another; nothing is sent to find out.
    ///
    /// - Parameter address: Where to.
    /// - Returns: The address; `nil` where no route leads there.
    package static func source(toward address: IPAddress) -> IPAddress? {
        let family = address.isIPv4 ? AF_INET : AF_INET6
        let number = Glibc.socket(family, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { return nil }
        let socket = FileDescriptor(owning: number)
        // For a datagram socket connecting is but a look at the routes (udp(7)); any port will do.
        let status = unsafe SocketAddress(address, port: 9).withSocketAddress { pointer, length in
            unsafe Glibc.connect(socket.rawValue, pointer, length)
        }
        guard status == 0 else { return nil }
        return (try? localAddress(of: socket.rawValue))?.address
    }
}
