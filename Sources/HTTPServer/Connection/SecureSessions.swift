import Cryptography

/// The TLS sessions of one loop's connections, by place.
///
/// Confined to the loop's thread. A class of its own, so that what the plain path touches stays without references.
final class SecureSessions {
    /// What the sessions read from and write to.
    let wire = TLSWire()

    private var sessions: [TLSServerSession?] = []

    /// The session of the connection in a place; `nil` before its first byte, after its end, and for a plain one.
    subscript(slot: Int) -> TLSServerSession? {
        get { slot < sessions.count ? sessions[slot] : nil }
        set {
            while sessions.count <= slot { sessions.append(nil) }
            sessions[slot] = newValue
        }
    }
}
