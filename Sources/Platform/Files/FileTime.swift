import CLinux
import Glibc

extension File {
    /// When a file was written or touched last, by the machine's clock.
    ///
    /// - Throws: ``SystemError`` when there is no such file or it may not be looked at.
    package static func modified(_ path: String) throws(SystemError) -> UnixTime {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw .last("stat \(path)") }
        return UnixTime(
            microseconds: Int64(status.st_mtim.tv_sec) * 1_000_000 + Int64(status.st_mtim.tv_nsec) / 1000)
    }

    /// Gives a file the time of now.
    ///
    /// - Throws: ``SystemError`` when there is no such file or it may not be changed.
    package static func touch(_ path: String) throws(SystemError) {
        guard unsafe utimensat(AT_FDCWD, path, nil, 0) == 0 else { throw .last("utimensat \(path)") }
    }
}
