import Glibc

/// What a non-blocking system call on a socket did.
package enum TransferResult: Equatable, BitwiseCopyable, Sendable {
    /// This many bytes were moved; 0 from a receive says that the peer sends no more.
    case bytes(Int)
    /// Nothing now: wait for readiness (`EAGAIN`).
    case wouldBlock
    /// The connection is of no more use; the `errno` says why.
    case failed(errno: Int32)

    /// Repeats a call that a signal interrupted, and sorts its outcome.
    ///
    /// `EBADF`, `EFAULT` and `ENOTSOCK` trap: a wrong descriptor is a fault of the program, and going on with it could
    /// reach another tenant's connection.
    @inline(__always)
    init(repeating call: () -> Int) {
        while true {
            let count = call()
            if count >= 0 {
                self = .bytes(count)
                return
            }
            switch Glibc.errno {
            case EINTR: continue
            case EAGAIN:
                self = .wouldBlock
                return
            case EBADF, EFAULT, ENOTSOCK: preconditionFailure("a system call on a descriptor that is no open socket")
            case let number:
                self = .failed(errno: number)
                return
            }
        }
    }
}
