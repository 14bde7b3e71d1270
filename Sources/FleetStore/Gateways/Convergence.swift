/// How far the gateways are with a change.
package struct Convergence: Equatable, Sendable {
    /// The number of the change.
    package let generation: Int64

    /// The gateways that serve it.
    package let serving: [RegisteredGateway]

    /// The gateways that give signs of life and do not serve it yet.
    package let behind: [RegisteredGateway]

    /// The gateways that give no sign of life: what they serve is not known.
    package let silent: [RegisteredGateway]

    /// Sorts the gateways that are registered.
    ///
    /// - Parameters:
    ///   - gateways: The gateways.
    ///   - generation: The number of the change, or a later one.
    package init(of gateways: [RegisteredGateway], at generation: Int64) {
        self.generation = generation
        let live = gateways.filter { $0.state == .live }
        serving = live.filter { $0.cursor >= generation }
        behind = live.filter { $0.cursor < generation }
        silent = gateways.filter { $0.state == .silent }
    }

    /// Whether every live gateway serves the change, and none is silent unless those do not count.
    package func isReached(ignoringSilent: Bool = false) -> Bool {
        behind.isEmpty && (ignoringSilent || silent.isEmpty)
    }
}
