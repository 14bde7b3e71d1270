import CLinux
import Glibc

/// A path at which processes of this user connect to this one.
package struct LocalListener: ~Copyable, Sendable {
    private let descriptor: FileDescriptor

    /// The path.
    package let path: String

    /// Listens at a path, in place of whoever did before: there is no moment at which nobody does.
    ///
    /// - Parameter path: At most 90 bytes; nobody but this user may connect.
    /// - Throws: ``SystemError`` when the folder is missing, or may not be written to.
    package init(_ path: String) throws(SystemError) {
        let socket = try LocalStream.open()
        let fresh = "\(path).\(getpid())"
        let address = try LocalAddress(fresh)
        _ = unsafe unlink(fresh)
        // The mode that the file is made with.
        guard fchmod(socket.rawValue, 0o600) == 0,
            unsafe address.withSocketAddress({ unsafe bind(socket.rawValue, $0, $1) }) == 0
        else { throw .last("bind \(path)") }
        guard listen(socket.rawValue, 8) == 0 else { throw .last("listen \(path)") }
        guard unsafe rename(fresh, path) == 0 else {
            let error = SystemError.last("rename \(path)")
            _ = unsafe unlink(fresh)
            throw error
        }
        descriptor = socket
        self.path = path
    }

    /// The number to wait for.
    package var rawValue: Int32 { descriptor.rawValue }

    /// Takes the next connection of a process of this user; waits for it.
    ///
    /// - Returns: The connection; `nil` when a process of another user was turned away, or none is waiting any more.
    package func accept() -> LocalStream? {
        let number = accept4(descriptor.rawValue, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
        guard number >= 0 else { return nil }
        let stream = LocalStream(FileDescriptor(owning: number))
        guard stream.isFromSameUser else { return nil }
        return stream
    }

    /// Removes the path; not to be called once somebody else may listen there.
    package func removePath() { _ = unsafe unlink(path) }
}
