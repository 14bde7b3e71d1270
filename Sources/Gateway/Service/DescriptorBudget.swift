/// How the descriptors that a process may have open are shared out.
///
/// A connection beyond its share is answered 503. Were there no shares, clients that only hold connections would take
/// the last descriptor, and neither a health check nor a new connection to the database would come through.
struct DescriptorBudget: Equatable {
    /// Connections of the public listener.
    let connections: Int

    /// Connections of the health listener, and as many of the admin listener.
    let internalConnections: Int

    /// Shares descriptors out.
    ///
    /// - Parameters:
    ///   - openFiles: How many may be open.
    ///   - loops: Event loops of the public listener.
    ///   - wanted: The most connections of the public listener if there are enough.
    init(openFiles: Int, loops: Int, wanted: Int) {
        internalConnections = max(4, min(1000, openFiles / 16))
        // Each loop has an epoll instance and an event; listening sockets, the database and files come to some dozens.
        let others = 2 * internalConnections + 2 * loops + 48
        connections = max(4, min(wanted, openFiles - others))
    }
}
