import CLinux
import Glibc

/// Whole files by path.
package enum File {
    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - path: A regular file, or a file of /proc.
    ///   - limit: The most bytes to take. Default 64 MiB.
    /// - Returns: The content.
    /// - Throws: ``SystemError``; `EFBIG` when the file is longer than the limit.
    package static func read(_ path: String, limit: Int = 64 << 20) throws(SystemError) -> [UInt8] {
        let number = unsafe postern_open(path, O_RDONLY | O_CLOEXEC, 0)
        guard number >= 0 else { throw .last("open \(path)") }
        return try read(FileDescriptor(owning: number), path, limit)
    }

    /// Reads a whole regular file and never waits for anybody: opening a named pipe would wait for a writer.
    ///
    /// - Parameters:
    ///   - path: A regular file.
    ///   - limit: The most bytes to take. Default 64 MiB.
    /// - Returns: The content.
    /// - Throws: ``SystemError``; `EINVAL` when there is something other than a file, `EFBIG` when it is longer than the
    ///   limit.
    package static func readRegular(_ path: String, limit: Int = 64 << 20) throws(SystemError) -> [UInt8] {
        var status = stat()
        return try read(openRegular(path, &status), path, limit)
    }

    /// Reads a whole regular file that holds a secret: one that others than its owner and its group may read or write, or
    /// its group may write, or that belongs to neither root nor this user, is refused.
    ///
    /// - Parameters:
    ///   - path: A regular file.
    ///   - limit: The most bytes to take.
    /// - Returns: The content.
    /// - Throws: ``SystemError`` as ``readRegular(_:limit:)``; `EPERM` when others than this user could have read or
    ///   written it.
    package static func readSecret(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
        var status = stat()
        let file = try openRegular(path, &status)
        guard status.st_mode & 0o027 == 0 else {
            throw SystemError(errno: EPERM, call: "\(path) is open to others, let its owner alone read and write it")
        }
        guard status.st_uid == 0 || status.st_uid == geteuid() else {
            throw SystemError(errno: EPERM, call: "\(path) belongs to another user")
        }
        return try read(file, path, limit)
    }

    /// Opens a regular file, and tells what it is.
    static func openRegular(_ path: String, _ status: inout stat) throws(SystemError) -> FileDescriptor {
        let number = unsafe postern_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0)
        guard number >= 0 else { throw .last("open \(path)") }
        let file = FileDescriptor(owning: number)
        guard unsafe fstat(file.rawValue, &status) == 0 else { throw .last("stat \(path)") }
        guard isRegular(status) else { throw .notRegular(path) }
        return file
    }

    private static func read(
        _ file: consuming FileDescriptor, _ path: String, _ limit: Int
    ) throws(SystemError) -> [UInt8] {
        var content: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe Glibc.read(file.rawValue, &block, block.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw .last("read \(path)") }
            if count == 0 { return content }
            guard content.count + count <= limit else { throw SystemError(errno: EFBIG, call: "read \(path)") }
            content.append(contentsOf: block[..<count])
        }
    }

    /// Replaces a file in one step: whoever reads the path sees all of the old or all of the new content, also after a
    /// loss of power.
    ///
    /// - Parameters:
    ///   - path: The file; its directory must exist. What is there already must be a regular file: a device is not
    ///     replaced.
    ///   - bytes: The new content.
    ///   - mode: The permission bits of the new file. Default `rw-r--r--`, less the process's mask.
    /// - Throws: ``SystemError``; the old file is untouched then.
    package static func replace(_ path: String, with bytes: [UInt8], mode: UInt32 = 0o644) throws(SystemError) {
        var replacement = try FileReplacement(of: path, mode: mode)
        try replacement.append(bytes.span)
        try replacement.commit()
    }

    /// Refuses a path where something other than a regular file is.
    static func refuseDevice(_ path: String) throws(SystemError) {
        var status = stat()
        if unsafe stat(path, &status) == 0, !isRegular(status) { throw .notRegular(path) }
    }

    private static func isRegular(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }

    static func synchronizeDirectory(of path: String) throws(SystemError) {
        let slash = path.lastIndex(of: "/")
        let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let number = unsafe postern_open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard number >= 0 else { throw .last("open \(directory)") }
        let file = FileDescriptor(owning: number)
        guard fsync(file.rawValue) == 0 || errno == EINVAL else { throw .last("fsync \(directory)") }
    }
}

extension SystemError {
    fileprivate static func notRegular(_ path: String) -> SystemError {
        SystemError(errno: EINVAL, call: "\(path) is no regular file")
    }
}
