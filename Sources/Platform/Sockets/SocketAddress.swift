import CLinux
import Glibc

/// An address and a TCP port.
package struct SocketAddress: Hashable, BitwiseCopyable, Sendable {
    /// The address.
    package let address: IPAddress

    /// The port; 0 asks the system for a free one when it is bound.
    package let port: UInt16

    /// Makes a socket address.
    package init(_ address: IPAddress, port: UInt16) {
        self.address = address
        self.port = port
    }

    /// The IPv4 loopback address with a port; 0 (the default) for a free one.
    package static func loopback(port: UInt16 = 0) -> SocketAddress {
        SocketAddress(IPAddress(ipv4: 0x7F00_0001), port: port)
    }

    /// Reads `127.0.0.1:8080` or `[::1]:8080`; `nil` for anything else, names of hosts too.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits) else {
            return nil
        }
        var host = text[..<colon]
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        if isBracketed { host = host.dropFirst().dropLast() }
        guard host.contains(":") == isBracketed, let address = IPAddress(String(host)) else { return nil }
        self.init(address, port: port)
    }

    /// Calls the closure with the address in the form that bind(2) and connect(2) take.
    func withSocketAddress<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        if address.isIPv4 {
            var four = sockaddr_in()
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = port.bigEndian
            four.sin_addr.s_addr = UInt32(truncatingIfNeeded: address.low).bigEndian
            return unsafe withUnsafeBytes(of: four) { bytes in
                unsafe body(bytes.assumingMemoryBound(to: sockaddr.self).baseAddress.unsafelyUnwrapped, 16)
            }
        }
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = port.bigEndian
        six.sin6_addr = address.in6
        let length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        return unsafe withUnsafeBytes(of: six) { bytes in
            unsafe body(bytes.assumingMemoryBound(to: sockaddr.self).baseAddress.unsafelyUnwrapped, length)
        }
    }

    /// Takes the address that the system wrote; anything but IPv4 and IPv6 becomes `[::]:0`.
    init(_ storage: sockaddr_storage) {
        self = unsafe withUnsafeBytes(of: storage) { bytes in
            switch Int32(storage.ss_family) {
            case AF_INET:
                let four = unsafe bytes.load(as: sockaddr_in.self)
                let address = IPAddress(ipv4: UInt32(bigEndian: four.sin_addr.s_addr))
                return SocketAddress(address, port: UInt16(bigEndian: four.sin_port))
            case AF_INET6:
                let six = unsafe bytes.load(as: sockaddr_in6.self)
                return SocketAddress(IPAddress(six.sin6_addr), port: UInt16(bigEndian: six.sin6_port))
            default:
                return SocketAddress(IPAddress(high: 0, low: 0), port: 0)
            }
        }
    }
}

extension SocketAddress: CustomStringConvertible {
    /// `127.0.0.1:8080` or `[::1]:8080`.
    package var description: String {
        address.isIPv4 ? "\(address):\(port)" : "[\(address)]:\(port)"
    }
}
