import CLinux
import Glibc

/// A file, or standard input, that is read once from beginning to end.
package struct InputFile: ~Copyable {
    private let file: FileDescriptor
    private let path: String

    /// How many bytes it has; `nil` for what has no length, a pipe say.
    package let size: Int?

    /// Opens a file.
    ///
    /// - Parameter path: A path; `-` is standard input.
    /// - Throws: ``SystemError``.
    package init(_ path: String) throws(SystemError) {
        let number = unsafe postern_open(path == "-" ? "/dev/stdin" : path, O_RDONLY | O_CLOEXEC, 0)
        guard number >= 0 else { throw .last("open \(path)") }
        file = FileDescriptor(owning: number)
        self.path = path
        var status = stat()
        let isRegular = unsafe fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        size = isRegular ? Int(status.st_size) : nil
    }

    /// Reads on.
    ///
    /// - Parameter count: Bytes at most, 1 or more.
    /// - Returns: The next bytes; none at the end.
    /// - Throws: ``SystemError``.
    package func read(_ count: Int = 1 << 18) throws(SystemError) -> [UInt8] {
        var block = [UInt8](repeating: 0, count: count)
        while true {
            let got = unsafe Glibc.read(file.rawValue, &block, block.count)
            if got < 0 && errno == EINTR { continue }
            guard got >= 0 else { throw .last("read \(path)") }
            block.removeLast(count - got)
            return block
        }
    }
}
