package import FleetStore
package import Postgres

/// A gateway that is asked for the files that it serves.
package struct FleetNode: Hashable, Sendable {
    /// What the list of gateways says of it, with an eye on one tenant.
    package struct Registration: Hashable, Sendable {
        /// What its process is known by.
        package var token: UUIDText

        /// The number of the last change that it serves, at least.
        package var cursor: Int64

        /// How many numbers the fleet is further; 0 for one that serves all.
        package var lag: Int64

        /// Whether the tenant may have changed after the cursor, so that an earlier revision is no surprise.
        package var mayLag: Bool

        /// Whether it has given no sign of life for 10 s.
        package var isSilent: Bool

        /// Makes a registration.
        package init(token: UUIDText, cursor: Int64, lag: Int64, mayLag: Bool, isSilent: Bool) {
            self.token = token
            self.cursor = cursor
            self.lag = lag
            self.mayLag = mayLag
            self.isSilent = isSilent
        }
    }

    /// Its name in states and observations: no two nodes have the same.
    package var name: String

    /// Where it is asked.
    package var url: NodeURL

    /// What it says of itself; `nil` for one that only the prober's own list has.
    package var registration: Registration?

    /// Makes a node.
    package init(name: String, url: NodeURL, registration: Registration?) {
        self.name = name
        self.url = url
        self.registration = registration
    }

    /// The gateways that say where they are, and those of the prober's own list that are not among them.
    ///
    /// - Parameters:
    ///   - rows: The gateways that are registered.
    ///   - listed: The prober's own list; such a node is named by its URL.
    /// - Returns: The nodes; where two gateways share a name, each is told by its URL too.
    static func all(_ rows: [NodeRow], listed: [NodeURL]) -> [FleetNode] {
        let registered = rows.compactMap { row in
            row.url.map { FleetNode(name: row.name, url: $0, registration: row.registration) }
        }
        let names = Dictionary(registered.map { ($0.name, 1) }, uniquingKeysWith: +)
        let known = Set(registered.map(\.url))
        var seen: Set<String> = []
        return registered.compactMap { node in
            var node = node
            if names[node.name, default: 0] > 1 { node.name += " \(node.url)" }
            // One process after another at one place: the list has the newest first.
            return seen.insert(node.name).inserted ? node : nil
        }
            + listed.filter { !known.contains($0) }.map {
                FleetNode(name: $0.description, url: $0, registration: nil)
            }
    }
}
