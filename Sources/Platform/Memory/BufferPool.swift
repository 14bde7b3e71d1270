import CLinux
import Glibc

/// The byte blocks of one thread: each grows within a limit, and gives its memory back for the next one to use.
///
/// Memory comes in sizes of a power of two. Released memory is kept for reuse up to ``keepLimit``, the rest goes back to
/// the system. Confined to its thread.
@safe
package struct BufferPool: ~Copyable {
    /// Names a block; worth nothing after the block was released.
    package struct Block: Equatable, BitwiseCopyable, Sendable {
        @usableFromInline let index: Int32

        @inlinable
        init(index: Int32) {
            self.index = index
        }

        /// Names no block.
        @inlinable package static var none: Block { Block(index: -1) }

        /// Whether both are the same block.
        @inlinable
        package static func == (left: Block, right: Block) -> Bool { left.index == right.index }
    }

    /// Released memory that is kept, in bytes.
    package let keepLimit: Int

    private var entries: [Entry] = unsafe []
    private var free: [Int32] = []
    private var shelves: [[Memory]]
    private var kept = 0

    /// Makes an empty pool.
    ///
    /// - Parameter keepLimit: Released memory that is kept, in bytes. Default 4 MiB.
    package init(keepLimit: Int = 4 << 20) {
        self.keepLimit = keepLimit
        unsafe shelves = unsafe Array(repeating: [], count: 64)
    }

    deinit {
        for index in unsafe entries.indices { unsafe entries[index].memory?.start.deallocate() }
        for shelf in unsafe shelves.indices {
            for index in unsafe shelves[shelf].indices { unsafe shelves[shelf][index].start.deallocate() }
        }
    }

    /// Makes an empty block.
    ///
    /// - Parameter capacity: Bytes it holds before it grows; rounded up to a power of two, at least 1,024.
    /// - Returns: The name of the block, to be released once.
    package mutating func makeBlock(capacity: Int) -> Block {
        let entry = unsafe Entry(memory: takeMemory(atLeast: capacity))
        if let index = free.popLast() {
            unsafe entries[Int(index)] = entry
            return Block(index: index)
        }
        unsafe entries.append(entry)
        return Block(index: Int32(unsafe entries.count - 1))
    }

    /// Makes a block that holds a copy of the bytes.
    package mutating func makeBlock(copying bytes: Span<UInt8>) -> Block {
        let block = makeBlock(capacity: bytes.count)
        append(bytes, to: block)
        return block
    }

    /// Makes a block that holds a copy of another's bytes, from an index on.
    package mutating func makeBlock(copying other: Block, from index: Int) -> Block {
        let block = makeBlock(capacity: count(of: other) - index)
        let source = unsafe entries[Int(other.index)]
        let span = unsafe Span(_unsafeStart: UnsafePointer(source.start), count: source.count)
        append(span.extracting(index...), to: block)
        return block
    }

    /// How many bytes the block holds.
    package func count(of block: Block) -> Int {
        unsafe entries[Int(block.index)].count
    }

    /// The bytes that the block holds.
    @_lifetime(borrow self)
    package func bytes(of block: Block) -> Span<UInt8> {
        let entry = unsafe entries[Int(block.index)]
        let start = unsafe entry.start
        let span = unsafe Span(_unsafeStart: UnsafePointer(start), count: entry.count)
        return unsafe _overrideLifetime(span, borrowing: self)
    }

    /// Receives once from a socket behind the bytes that the block holds.
    ///
    /// - Parameters:
    ///   - descriptor: A non-blocking socket.
    ///   - block: Grows when it is full.
    ///   - limit: The most bytes the block may hold; a block that holds so many is a fault of the caller.
    /// - Returns: How many bytes came; 0 when the peer sends no more.
    package mutating func receive(_ descriptor: Int32, into block: Block, limit: Int) -> TransferResult {
        receive(descriptor, into: block, limit: limit, flags: 0)
    }

    /// As ``receive(_:into:limit:)``, but what is received stays in the socket too, to be received again.
    package mutating func peek(_ descriptor: Int32, into block: Block, limit: Int) -> TransferResult {
        receive(descriptor, into: block, limit: limit, flags: Int32(MSG_PEEK))
    }

    @inline(__always)
    private mutating func receive(
        _ descriptor: Int32, into block: Block, limit: Int, flags: Int32
    ) -> TransferResult {
        let index = Int(block.index)
        precondition(unsafe entries[index].count < limit, "no room left")
        if unsafe entries[index].room == 0 { reserve(1, in: index) }
        let entry = unsafe entries[index]
        let room = min(unsafe entry.room, limit - (unsafe entry.count))
        let result = TransferResult { unsafe Glibc.recv(descriptor, entry.start + entry.count, room, flags) }
        if case .bytes(let count) = result { unsafe entries[index].count += count }
        return result
    }

    /// Puts bytes behind those that the block holds.
    package mutating func append(_ bytes: Span<UInt8>, to block: Block) {
        let index = Int(block.index)
        if unsafe entries[index].room < bytes.count { reserve(bytes.count, in: index) }
        let entry = unsafe entries[index]
        unsafe bytes.withUnsafeBufferPointer { source in
            guard let base = source.baseAddress else { return }
            unsafe (entry.start + entry.count).update(from: base, count: source.count)
        }
        unsafe entries[index].count += bytes.count
    }

    /// Drops bytes at the front of the block.
    package mutating func removeFirst(_ count: Int, from block: Block) {
        let index = Int(block.index)
        precondition(count >= 0 && count <= (unsafe entries[index].count))
        unsafe entries[index].offset += count
        unsafe entries[index].count -= count
        if unsafe entries[index].count == 0 { unsafe entries[index].offset = 0 }
    }

    /// Drops the bytes of the block that lie behind the first so many.
    package mutating func truncate(_ block: Block, to count: Int) {
        let index = Int(block.index)
        precondition(count >= 0 && count <= (unsafe entries[index].count))
        unsafe entries[index].count = count
        if count == 0 { unsafe entries[index].offset = 0 }
    }

    /// Gives the block's memory back; ``Block/none`` is passed over.
    package mutating func release(_ block: Block) {
        guard block != .none else { return }
        let index = Int(block.index)
        guard let memory = unsafe entries[index].memory else { preconditionFailure("a block is released once") }
        unsafe entries[index] = Entry(memory: nil)
        free.append(block.index)
        unsafe giveBack(memory)
    }

    // MARK: - Memory

    /// Makes room behind the bytes: by moving them to the front if that is enough, else to more memory.
    private mutating func reserve(_ room: Int, in index: Int) {
        let old = unsafe entries[index]
        guard let memory = unsafe old.memory else { preconditionFailure("the block was released") }
        if unsafe old.offset > 0, unsafe memory.capacity - old.count >= room {
            unsafe memmove(memory.start, old.start, old.count)
            unsafe entries[index].offset = 0
            return
        }
        let larger = unsafe takeMemory(atLeast: max(old.count + room, memory.capacity + 1))
        unsafe larger.start.update(from: old.start, count: old.count)
        unsafe entries[index].memory = larger
        unsafe entries[index].offset = 0
        unsafe giveBack(memory)
    }

    private mutating func takeMemory(atLeast count: Int) -> Memory {
        let shelf = max(10, Int.bitWidth - (max(1, count) - 1).leadingZeroBitCount)
        if let memory = unsafe shelves[shelf].popLast() {
            unsafe kept -= memory.capacity
            return unsafe memory
        }
        return unsafe Memory(start: .allocate(capacity: 1 << shelf), capacity: 1 << shelf)
    }

    private mutating func giveBack(_ memory: Memory) {
        guard unsafe kept + memory.capacity <= keepLimit else {
            unsafe memory.start.deallocate()
            return
        }
        unsafe kept += memory.capacity
        unsafe shelves[memory.capacity.trailingZeroBitCount].append(memory)
    }
}

/// One piece of memory.
@unsafe
private struct Memory {
    let start: UnsafeMutablePointer<UInt8>
    let capacity: Int
}

/// A block: its memory, and where its bytes lie there.
@unsafe
private struct Entry {
    var memory: Memory?
    var offset = 0
    var count = 0

    init(memory: Memory?) {
        unsafe self.memory = unsafe memory
    }

    var start: UnsafeMutablePointer<UInt8> {
        guard let memory = unsafe memory else { preconditionFailure("the block was released") }
        return unsafe memory.start + offset
    }

    var room: Int {
        guard let memory = unsafe memory else { preconditionFailure("the block was released") }
        return unsafe memory.capacity - offset - count
    }
}
