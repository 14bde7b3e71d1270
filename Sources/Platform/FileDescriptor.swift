import CLinux
import Glibc

/// Sole owner of an open file descriptor; closes it when it goes out of scope.
package struct FileDescriptor: ~Copyable, Sendable {
    /// The number of the descriptor; valid as long as the owner lives.
    package let rawValue: Int32

    /// Takes ownership of an open descriptor.
    package init(owning rawValue: Int32) {
        self.rawValue = rawValue
    }

    deinit {
        _ = Glibc.close(rawValue)
    }

    /// Gives the open descriptor away; who receives it has to close it.
    package consuming func release() -> Int32 {
        let number = rawValue
        discard self
        return number
    }

    /// Closes the descriptor now.
    package consuming func close() {}
}
