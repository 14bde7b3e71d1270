package import Platform

/// A listening socket that nothing may connect to: it counts who did.
package final class ForbiddenListener: Sendable {
    private let socket: ListeningSocket
    private let count = LockedValue(0)

    /// Where it listens.
    package var address: SocketAddress { socket.address }

    /// Listens; with port 0 (the default) on a free one.
    package init(_ address: SocketAddress = .loopback()) throws {
        socket = try ListeningSocket(address)
    }

    /// How many connections were made so far.
    ///
    /// The kernel completes them before they are counted, so that none is missed.
    package var accepts: Int {
        count.withLock { count in
            while case .connection(let descriptor, _) = socket.accept() {
                Socket.close(descriptor)
                count += 1
            }
            return count
        }
    }
}
