import Cryptography
import Platform

/// A listening socket that all loops watch; it is closed when the last of them lets it go.
final class Listener: Sendable {
    let socket: ListeningSocket
    /// What its connections speak TLS by; `nil` for plain ones.
    let tls: TLSServer?

    init(_ address: SocketAddress, tls: TLSServer? = nil) throws(SystemError) {
        self.tls = tls
        socket = try ListeningSocket(address)
    }
}
