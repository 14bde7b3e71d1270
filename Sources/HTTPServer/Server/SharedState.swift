import Platform
import Synchronization

/// What all loops of a server share.
final class SharedState: Sendable {
    let configuration: ServerConfiguration
    let loops: [LoopShare]
    /// How clients are known, by the place of their listener.
    let clientRules: [ClientRules]

    // Counts only, no other memory depends on them: relaxed.
    private let connections = Atomic<Int>(0)
    private let owedReplies = Atomic<Int>(0)
    private let handshakes = Atomic<Int>(0)
    private let perPeer = LockedValue<[IPAddress: Int]>([:])

    init(_ configuration: ServerConfiguration) throws(SystemError) {
        self.configuration = configuration
        clientRules =
            configuration.addresses.indices.map { configuration.rules(at: $0, of: configuration.clientRules) }
            + configuration.tlsAddresses.indices.map { configuration.rules(at: $0, of: configuration.tlsClientRules) }
        var loops: [LoopShare] = []
        for _ in 0..<configuration.loops {
            loops.append(try LoopShare(recordCapacity: configuration.recordCapacity))
        }
        self.loops = loops
    }

    /// Whether TLS is spoken with those who come by a listener; the plain ones come first.
    func isSecure(_ listener: UInt16) -> Bool { Int(listener) >= configuration.addresses.count }

    // MARK: - Connections

    /// The connections that are open.
    var openConnections: Int { connections.load(ordering: .relaxed) }

    /// Takes one of the connections that the limits allow.
    ///
    /// - Parameter peer: Whose connection it is; `nil` while that is not known.
    /// - Returns: Whether there was one left.
    func admit(_ peer: IPAddress?) -> Bool {
        guard connections.add(1, ordering: .relaxed).newValue <= configuration.limits.connections else {
            connections.subtract(1, ordering: .relaxed)
            return false
        }
        guard let peer, !count(peer) else { return true }
        connections.subtract(1, ordering: .relaxed)
        return false
    }

    /// Counts a connection among those of its address.
    ///
    /// - Returns: Whether the limits allow it.
    func count(_ peer: IPAddress) -> Bool {
        guard let limit = configuration.limits.connectionsPerPeer else { return true }
        return perPeer.withLock { counts in
            guard counts[peer, default: 0] < limit else { return false }
            counts[peer, default: 0] += 1
            return true
        }
    }

    /// Gives a connection back that was admitted.
    ///
    /// - Parameter peer: The address it was counted for; `nil` when it was not.
    func leave(_ peer: IPAddress?) {
        if configuration.limits.connectionsPerPeer != nil, let peer {
            perPeer.withLock { counts in
                let rest = counts[peer, default: 1] - 1
                counts[peer] = rest > 0 ? rest : nil
            }
        }
        connections.subtract(1, ordering: .relaxed)
    }

    /// The loop that a new connection should go to instead of the one that accepted it.
    ///
    /// A loop keeps what it accepts as long as it has no more than 1.25 times the mean.
    func loopToRelieve(_ loop: Int) -> Int? {
        let own = loops[loop].connections.load(ordering: .relaxed)
        guard own > 0, loops.count > 1 else { return nil }
        var total = 0
        var emptiest = loop
        var fewest = own
        for index in loops.indices {
            let count = loops[index].connections.load(ordering: .relaxed)
            total += count
            if count < fewest {
                fewest = count
                emptiest = index
            }
        }
        return own * loops.count * 4 > total * 5 && emptiest != loop ? emptiest : nil
    }

    // MARK: - Handshakes

    /// The TLS handshakes that are under way.
    var handshakesUnderWay: Int { handshakes.load(ordering: .relaxed) }

    /// Takes one of the handshakes that the limits allow.
    ///
    /// - Returns: Whether there was one left.
    func beginHandshake() -> Bool {
        guard handshakes.add(1, ordering: .relaxed).newValue <= configuration.limits.handshakes else {
            handshakes.subtract(1, ordering: .relaxed)
            return false
        }
        return true
    }

    /// Gives a handshake back, complete or not.
    func endHandshake() {
        handshakes.subtract(1, ordering: .relaxed)
    }

    // MARK: - Deferred replies

    /// The replies that are owed.
    var owed: Int { owedReplies.load(ordering: .relaxed) }

    /// Takes one of the deferred replies that the limits allow.
    ///
    /// - Returns: Whether there was one left.
    func owe() -> Bool {
        guard owedReplies.add(1, ordering: .relaxed).newValue <= configuration.limits.deferredReplies else {
            owedReplies.subtract(1, ordering: .relaxed)
            return false
        }
        return true
    }

    /// Gives a deferred reply back.
    func settle() {
        owedReplies.subtract(1, ordering: .relaxed)
    }
}
