import CLinux
import Glibc

/// A whole file in memory that does not move, for values that point into it.
///
/// It is read, not mapped: a mapped file that somebody shortens would end the process.
// Sendable because: the memory is written before `init` returns and only read after that.
@safe
package final class FileImage: @unchecked Sendable {
    /// Where the bytes begin, aligned to 16; valid as long as the image lives.
    @unsafe package let base: UnsafeMutableRawPointer

    /// How many bytes there are.
    package let count: Int

    /// Reads a whole regular file and never waits for anybody.
    ///
    /// - Parameters:
    ///   - path: A regular file.
    ///   - limit: The most bytes to take.
    /// - Throws: ``SystemError``; `EINVAL` when there is something other than a file, `EFBIG` when it is longer than the
    ///   limit.
    package init(reading path: String, limit: Int) throws(SystemError) {
        var status = stat()
        let file = try File.openRegular(path, &status)
        let length = Int(status.st_size)
        guard length <= limit else { throw SystemError(errno: EFBIG, call: "read \(path)") }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, length), alignment: 16)
        var filled = 0
        while filled < length {
            let count = unsafe Glibc.read(file.rawValue, memory + filled, length - filled)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else {
                let error = SystemError.last("read \(path)")
                unsafe memory.deallocate()
                throw error
            }
            // The file was shortened meanwhile.
            guard count > 0 else { break }
            filled += count
        }
        unsafe base = memory
        count = filled
    }

    deinit {
        unsafe base.deallocate()
    }

    /// The content.
    package var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            let start = unsafe base.assumingMemoryBound(to: UInt8.self)
            return unsafe _overrideLifetime(Span(_unsafeStart: start, count: count), borrowing: self)
        }
    }
}
