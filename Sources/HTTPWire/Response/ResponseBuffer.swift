/// Bytes to be sent; reused, so that in the steady state appending allocates nothing.
package struct ResponseBuffer: ~Copyable {
    private var memory: ByteMemory

    /// Reserves room.
    ///
    /// - Parameter capacity: In bytes, at least 64; the buffer doubles when it is exceeded.
    package init(capacity: Int) {
        memory = ByteMemory(capacity: capacity)
    }

    /// The bytes appended and not removed.
    package var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get { memory.bytes }
    }

    /// The number of bytes appended and not removed.
    package var count: Int {
        memory.count
    }

    /// The number of bytes there is room for without growing.
    package var capacity: Int {
        memory.capacity
    }

    /// Appends a copy of the bytes.
    package mutating func append(_ bytes: Span<UInt8>) {
        memory.append(bytes)
    }

    /// Appends the one, then the other.
    mutating func append(_ first: Span<UInt8>, _ second: Span<UInt8>) {
        memory.reserve(first.count &+ second.count)
        memory.copy(first)
        memory.copy(second)
    }

    /// Appends a whole field line.
    mutating func append(field name: StaticString, _ value: StaticString) {
        let (name, value) = (name.bytes, value.bytes)
        let (colon, end): (StaticString, StaticString) = (": ", "\r\n")
        memory.reserve(name.count &+ value.count &+ 4)
        memory.copy(name)
        memory.copy(colon.bytes)
        memory.copy(value)
        memory.copy(end.bytes)
    }

    /// Appends a static string.
    package mutating func append(_ text: StaticString) {
        memory.append(text.bytes)
    }

    /// Appends one byte.
    package mutating func append(_ byte: UInt8) {
        memory.append(byte)
    }

    /// Appends a number in decimal digits.
    package mutating func append(decimal number: UInt64) {
        if number < 10 {
            memory.append(ASCII.zero &+ UInt8(truncatingIfNeeded: number))
            return
        }
        var digits = InlineArray<20, UInt8>(repeating: ASCII.zero)
        var rest = number
        var index = 20
        while rest > 0 {
            index &-= 1
            digits[index] = ASCII.zero &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        memory.append(digits.span.extracting(index..<20))
    }

    /// Drops the bytes from an index on.
    ///
    /// - Parameter count: How many bytes stay; at most the count.
    package mutating func truncate(to count: Int) {
        memory.truncate(to: count)
    }

    /// Drops bytes that were sent.
    ///
    /// - Parameter count: How many bytes at the front; at most the count.
    package mutating func removeFirst(_ count: Int) {
        memory.removeFirst(count)
    }

    /// Empties the buffer and gives back what it has grown beyond a capacity.
    package mutating func reset(keeping capacity: Int) {
        memory.reset(keeping: capacity)
    }
}
