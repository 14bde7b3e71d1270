import CLinux
import Glibc

/// Tells a service manager about this process's state: sd_notify(3), over the datagram socket that it named.
package struct ServiceNotification: Sendable {
    /// A state that a service manager understands.
    package enum State: String, Sendable {
        /// Start-up is finished.
        case ready = "READY=1"
        /// Shutdown has begun.
        case stopping = "STOPPING=1"
    }

    private let path: String

    /// Takes the socket's path.
    ///
    /// - Parameter path: The value of `NOTIFY_SOCKET`: a path, or `@` and an abstract name; `nil` or a text of another
    ///   form makes a value that sends nothing.
    package init(path: String?) {
        self.path = path.flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil } ?? ""
    }

    /// Sends the state, if there is somebody to send it to; never waits.
    ///
    /// - Returns: Whether it was sent.
    @discardableResult
    package func send(_ state: State) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
        if path.hasPrefix("@") { bytes[0] = 0 }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let number = Glibc.socket(AF_UNIX, kind, 0)
        guard number >= 0 else { return false }
        let socket = FileDescriptor(owning: number)
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let text = Array(state.rawValue.utf8)
        let sent = unsafe withUnsafeBytes(of: address) { raw in
            let pointer = unsafe raw.assumingMemoryBound(to: sockaddr.self).baseAddress
            return unsafe sendto(socket.rawValue, text, text.count, Int32(MSG_NOSIGNAL), pointer, length)
        }
        return sent == text.count
    }
}
