import Glibc

/// Memory whose end touches a page that may not be read, so that a parser that looks one byte too far is killed.
@safe
package final class GuardedBuffer {
    private let base: UnsafeMutableRawPointer
    private let mappedLength: Int
    /// The most bytes that fit.
    package let capacity: Int

    /// Maps room for a number of bytes and the forbidden page behind it.
    package init(capacity: Int) {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let usable = (max(capacity, 1) + page - 1) / page * page
        mappedLength = usable + page
        self.capacity = usable
        let mapped = unsafe mmap(nil, mappedLength, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else {
            preconditionFailure("no memory for a guarded buffer")
        }
        unsafe base = mapped
        precondition(unsafe mprotect(base + usable, page, PROT_NONE) == 0)
    }

    deinit {
        unsafe munmap(base, mappedLength)
    }

    /// Copies bytes to the end of the memory and shows them there.
    ///
    /// - Parameters:
    ///   - bytes: At most the capacity.
    ///   - body: Gets the copy.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    package func withCopy<Result, Failure: Error>(
        of bytes: Span<UInt8>,
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(bytes.count <= capacity)
        let start = unsafe base + (capacity - bytes.count)
        for index in bytes.indices { unsafe start.storeBytes(of: bytes[index], toByteOffset: index, as: UInt8.self) }
        let copy = unsafe Span<UInt8>(
            _unsafeStart: start.assumingMemoryBound(to: UInt8.self),
            count: bytes.count
        )
        return try body(copy)
    }
}
