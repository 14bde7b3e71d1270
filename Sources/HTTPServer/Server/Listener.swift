import Platform

/// A listening socket that all loops watch; it is closed when the last of them lets it go.
final class Listener: Sendable {
    let socket: ListeningSocket

    init(_ address: SocketAddress) throws(SystemError) {
        socket = try ListeningSocket(address)
    }
}
