import Cryptography
import Platform

/// A listening socket that all loops watch; it is closed when the last of them lets it go.
final class Listener: Sendable {
    let socket: ListeningSocket
    /// What its connections speak TLS by; `nil` for plain ones.
    let tls: TLSServer?
    /// The kind and the address that it was asked for by: a process that takes it over asks by the same.
    let kind: String
    let wanted: SocketAddress
    /// Whether somebody else goes on listening on the socket when this process ends.
    let isShared: Bool

    init(
        _ kind: String, _ address: SocketAddress, tls: TLSServer? = nil, _ given: GivenSockets?
    ) throws(SystemError) {
        self.tls = tls
        self.kind = kind
        wanted = address
        let entry = given?.take(kind, address)
        isShared = entry?.isShared ?? false
        if let entry {
            socket = try ListeningSocket(takingOver: entry.descriptor)
        } else {
            socket = try ListeningSocket(address)
        }
    }
}
