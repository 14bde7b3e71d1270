import CLinux
import Glibc

/// New content for a path, written piece by piece and put in its place in one step: whoever reads the path sees all of the
/// old or all of the new content, also after a loss of power.
///
/// What is not committed leaves no trace.
package struct FileReplacement: ~Copyable {
    private static let block = 1 << 20

    private let path: String
    private let temporary: String
    private let file: FileDescriptor
    private var buffer: [UInt8] = []
    private var isCommitted = false

    /// Begins beside the file.
    ///
    /// - Parameters:
    ///   - path: The file; its directory must exist. What is there already must be a regular file: a device is not
    ///     replaced.
    ///   - mode: The permission bits of the new file, less the process's mask.
    /// - Throws: ``SystemError``.
    package init(of path: String, mode: UInt32) throws(SystemError) {
        try File.refuseDevice(path)
        let temporary = "\(path).\(getpid()).\(MonotonicTime.now().nanoseconds).new"
        let number = unsafe postern_open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard number >= 0 else { throw .last("open \(temporary)") }
        self.path = path
        self.temporary = temporary
        file = FileDescriptor(owning: number)
    }

    deinit {
        if !isCommitted { _ = unsafe unlink(temporary) }
    }

    /// Adds bytes at the end.
    ///
    /// - Throws: ``SystemError``; what is at the path is untouched then.
    package mutating func append(_ bytes: Span<UInt8>) throws(SystemError) {
        guard buffer.count + bytes.count > Self.block else {
            unsafe bytes.withUnsafeBufferPointer { unsafe buffer.append(contentsOf: $0) }
            return
        }
        try flush()
        try write(bytes)
    }

    /// Puts the content in its place.
    ///
    /// - Throws: ``SystemError``; what is at the path is untouched then, unless only its directory could not be synchronized.
    package consuming func commit() throws(SystemError) {
        try flush()
        guard fsync(file.rawValue) == 0 else { throw .last("fsync \(temporary)") }
        guard unsafe rename(temporary, path) == 0 else { throw .last("rename \(path)") }
        isCommitted = true
        try File.synchronizeDirectory(of: path)
    }

    private mutating func flush() throws(SystemError) {
        try write(buffer.span)
        buffer.removeAll(keepingCapacity: true)
    }

    private func write(_ bytes: Span<UInt8>) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let rest = bytes.extracting(written...)
            let count = unsafe rest.withUnsafeBufferPointer {
                unsafe Glibc.write(file.rawValue, $0.baseAddress, $0.count)
            }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw .last("write \(path)") }
            written += count
        }
    }
}
