import Glibc
import Platform

extension Socket {
    /// Has a connection reset, not ended, when its socket is closed.
    static func resetAtClose(_ descriptor: Int32) {
        var linger = linger(l_onoff: 1, l_linger: 0)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    }
}
