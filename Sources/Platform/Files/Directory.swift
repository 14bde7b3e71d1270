import CLinux
import Glibc

/// Directories by path.
package enum Directory {
    /// Reads which names a directory holds, but for `.` and `..`.
    ///
    /// - Parameter path: The directory.
    /// - Returns: The names, in no order.
    /// - Throws: ``SystemError``; `ENOTDIR` when something else has the name.
    package static func names(_ path: String) throws(SystemError) -> [String] {
        guard let stream = unsafe opendir(path) else { throw .last("opendir \(path)") }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Makes a directory and those above it; one that is there already is left as it is.
    ///
    /// - Parameters:
    ///   - path: The directory.
    ///   - mode: The permission bits of new ones. Default `rwxr-xr-x`, less the process's mask.
    /// - Throws: ``SystemError``; `ENOTDIR` when something else has the name.
    package static func create(_ path: String, mode: UInt32 = 0o755) throws(SystemError) {
        var status = stat()
        if unsafe stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else { throw SystemError(errno: ENOTDIR, call: "mkdir \(path)") }
            return
        }
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            try create(String(path[..<slash]), mode: mode)
        }
        guard unsafe mkdir(path, mode) == 0 || errno == EEXIST else { throw .last("mkdir \(path)") }
    }
}
