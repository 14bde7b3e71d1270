import CLinux
import Glibc

/// A system call that failed.
package struct SystemError: Error, Equatable, CustomStringConvertible {
    /// The value of `errno` after the call.
    package let errno: Int32

    /// The call, with its object where that is no secret: `open /run/postern/state`.
    package let call: String

    /// Makes an error from a known error number.
    package init(errno: Int32, call: String) {
        self.errno = errno
        self.call = call
    }

    /// Makes an error from the calling thread's `errno`; to be called before anything else can change it.
    package static func last(_ call: String) -> SystemError {
        SystemError(errno: Glibc.errno, call: call)
    }

    /// The call and the system's text for the error number.
    package var description: String {
        let text = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
        return "\(call): \(text)"
    }
}
