import HTTP2

/// The HTTP/2 sessions of one loop's connections, by place.
///
/// Confined to the loop's thread. A class of its own, as ``SecureSessions`` is.
final class StreamSessions {
    private var sessions: [HTTP2Session?] = []

    /// The session of the connection in a place; `nil` for one that speaks HTTP/1.1.
    subscript(slot: Int) -> HTTP2Session? {
        get { slot < sessions.count ? sessions[slot] : nil }
        set {
            while sessions.count <= slot { sessions.append(nil) }
            sessions[slot] = newValue
        }
    }
}
