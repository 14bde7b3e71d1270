import CLinux
import Glibc

/// How many descriptors this process may have open.
package enum OpenFiles {
    /// Raises the soft limit to the hard one: shells and supervisors leave it at 1,024 for programs that use `select`.
    ///
    /// - Returns: The limit that holds now; 1,024 when the system does not say.
    @discardableResult
    package static func raiseLimit() -> Int {
        let limit = postern_raise_open_files()
        return limit < 0 ? 1024 : Int(limit)
    }

    /// Takes the numbers 0, 1 and 2 where the process was started without them.
    ///
    /// Otherwise the first socket gets such a number, and what is meant for standard output or standard error goes to a
    /// client or to the database. Using a stream that was missing is still an error.
    ///
    /// For the beginning of the process, before anything else is opened.
    package static func reserveStandardStreams() {
        for number in STDIN_FILENO...STDERR_FILENO where postern_fcntl(number, F_GETFD, 0) < 0 {
            // Opened the wrong way round: reading from 0 fails, and so does writing to 1 and 2.
            _ = unsafe postern_open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY, 0)
        }
    }
}
