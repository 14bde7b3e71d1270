import Glibc
import Platform

/// The path of standard input.
///
/// - Throws: ``SystemError`` with `EBADF` for a process that was started without one: what stands in for it is open for
///   writing only, and could be read by that path as an empty file.
func standardInput() throws(SystemError) -> String {
    guard fcntl(STDIN_FILENO, F_GETFL) & O_ACCMODE != O_WRONLY else {
        throw SystemError(errno: EBADF, call: "read standard input")
    }
    return "/dev/stdin"
}
