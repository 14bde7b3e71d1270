import Platform

/// A connection on its way from one thread to another.
package final class DetachedConnection: Sendable {
    private let connection: LockedValue<Connection?>

    /// Takes a connection that nobody else holds.
    package init(_ connection: sending Connection) {
        self.connection = LockedValue(connection)
    }

    /// Gives the connection to the calling thread; `nil` after the first call.
    package func take() -> sending Connection? {
        connection.withLock { held in
            let connection = held
            held = nil
            return connection
        }
    }
}
