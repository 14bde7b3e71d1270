package import Platform

/// Sockets that listen already when a server is made: a service manager's, or those of the process before this one.
///
/// Safe from any thread. What nobody takes is closed with the last reference.
package final class GivenSockets: Sendable {
    /// One of them.
    package struct Entry: Sendable {
        /// What it is for: the name of a server, with an `s` for TLS; `nil` when only the address says so.
        package var kind: String?
        /// The address that was asked for, which may have port 0.
        package var address: SocketAddress
        /// The descriptor, which belongs to the entry.
        package var descriptor: Int32
        /// Whether somebody goes on listening when this process ends.
        package var isShared: Bool

        /// Describes a socket.
        package init(kind: String?, address: SocketAddress, descriptor: Int32, isShared: Bool) {
            self.kind = kind
            self.address = address
            self.descriptor = descriptor
            self.isShared = isShared
        }
    }

    private let rest: LockedValue<[Entry]>

    /// Takes sockets over.
    package init(_ entries: [Entry]) {
        rest = LockedValue(entries)
    }

    deinit {
        for entry in remaining { Socket.close(entry.descriptor) }
    }

    /// What nobody has taken.
    package var remaining: [Entry] { rest.withLock { $0 } }

    /// Takes the first socket for a kind that has an address.
    func take(_ kind: String, _ address: SocketAddress) -> Entry? {
        rest.withLock { rest in
            let index = rest.firstIndex { $0.address == address && ($0.kind == nil || $0.kind == kind) }
            return index.map { rest.remove(at: $0) }
        }
    }
}
