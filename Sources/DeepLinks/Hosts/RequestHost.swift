import Synchronization

/// The host that a request names, brought to the form of ``HostName`` in a workspace of its own.
///
/// The same fold as at write, on ASCII bytes alone: case, port and the root's dot do not count (case 63). Allocates
/// nothing; used again for every request of a loop.
package struct RequestHost: ~Copyable {
    /// What a Host field is.
    package enum Form: Equatable, Sendable {
        /// A name that a domain may have: see ``RequestHost/name``.
        case name
        /// Well formed, but no name that a domain can have: an IP literal, a name with other characters or too long.
        case foreign
        /// No `uri-host [ ":" port ]` (RFC 9110 section 7.2), or one with an empty label.
        case malformed
    }

    private var bytes = [253 of UInt8](repeating: 0)
    private var count = 0
    // Where the name without its first label begins.
    private var parentStart = 0
    // As in ``Captures``: so the value is lent by its address, and not copied.
    private let place = Atomic(false)

    /// The port that the field names; 0 for none.
    package private(set) var port: UInt16 = 0

    /// Makes an empty workspace.
    package init() {}

    /// The name in lower case, without port and root's dot.
    package var name: Span<UInt8> {
        @_lifetime(borrow self)
        get { bytes.span.extracting(0..<count) }
    }

    /// The name and the port, as ``read(_:)`` takes them.
    package var authority: [UInt8] {
        var text: [UInt8] = []
        for index in 0..<count { text.append(bytes[index]) }
        return port == 0 ? text : text + ":\(port)".utf8
    }

    /// The name without its first label; empty when it has one label.
    package var parent: Span<UInt8> {
        @_lifetime(borrow self)
        get { bytes.span.extracting(parentStart..<count) }
    }

    /// Reads a Host field's value, or the authority of a request target, which has the same form.
    ///
    /// RFC 3986 section 3.2.2 and 3.2.3.
    package mutating func read(_ field: Span<UInt8>) -> Form {
        count = 0
        parentStart = 0
        port = 0
        guard field.count > 0 else { return .malformed }
        if field[0] == UInt8(ascii: "[") { return Self.isAddress(field) ? .foreign : .malformed }
        var form = Form.name
        var labelStart = 0
        var index = readBlocks(field, &labelStart)
        while index < field.count {
            var byte = field[index]
            if let plain = Self.plain(byte) {
                byte = plain
            } else if byte == UInt8(ascii: ".") {
                guard index > labelStart else { return .malformed }
                labelStart = index &+ 1
                if parentStart == 0 { parentStart = labelStart }
            } else if byte == UInt8(ascii: ":") {
                break
            } else {
                guard Self.isNameByte(byte) else { return .malformed }
                form = .foreign
            }
            if index < 253 { bytes[index] = byte }
            index &+= 1
        }
        guard index > 0, Self.isPort(field, from: index) else { return .malformed }
        if index < field.count { port = Self.port(field, from: index) }
        // The root's dot is no part of the name.
        if labelStart == index {
            index &-= 1
            if parentStart > index { parentStart = 0 }
        }
        count = min(index, 253)
        parentStart = parentStart == 0 ? count : min(parentStart, count)
        return index <= 253 ? form : .foreign
    }

    /// Reads sixteen bytes at a time, as long as all are plain or dots behind labels that are not empty.
    ///
    /// - Returns: How many bytes were read.
    @inline(__always)
    private mutating func readBlocks(_ field: Span<UInt8>, _ labelStart: inout Int) -> Int {
        var index = 0
        while index < 224, let block = field.block(at: index) {
            let small = block.replacing(with: block | ByteBlock(repeating: 0x20), where: block.isWithin(0x41...0x5A))
            let isDot = small.isEqual(UInt8(ascii: "."))
            let isPlain = small.isWithin(0x61...0x7A) .| small.isWithin(0x30...0x39) .| small.isEqual(UInt8(ascii: "-"))
            let isRead = isPlain .| isDot .| small.isEqual(UInt8(ascii: "_"))
            let dots = isDot.bits
            // Another dot, or the beginning, right ahead of a dot.
            let ahead = dots &<< 8 | (labelStart == index ? 0xFF : 0)
            guard isRead.bits == .max, dots & ahead == 0 else { break }
            var room = bytes.mutableSpan
            var target = unsafe room.mutableBytes
            target.storeBytes(of: small, toByteOffset: index, as: ByteBlock.self)
            if dots != 0 {
                if parentStart == 0 { parentStart = index &+ dots.trailingZeroBitCount &>> 3 &+ 1 }
                labelStart = index &+ 16 &- dots.leadingZeroBitCount &>> 3
            }
            index &+= 16
        }
        return index
    }

    /// A letter, made small, a digit, `-` or `_`; `nil` for any other byte.
    @inline(__always)
    private static func plain(_ byte: UInt8) -> UInt8? {
        let plain = unsafe byte < 0x80 ? plainBytes.utf8Start[Int(byte)] : 0
        return plain == 0 ? nil : plain
    }

    // Each byte below 0x80 as it stands in a name, or 0: a constant in memory, nothing to initialise.
    private static var plainBytes: StaticString {
        """
        \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
        \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
        \0\0\0\0\0\0\0\0\0\0\0\0\0-\0\0\
        0123456789\0\0\0\0\0\0\
        \0abcdefghijklmno\
        pqrstuvwxyz\0\0\0\0_\
        \0abcdefghijklmno\
        pqrstuvwxyz\0\0\0\0\0
        """
    }

    /// Whether what follows the host is nothing, or a colon and at most five digits.
    private static func isPort(_ field: Span<UInt8>, from start: Int) -> Bool {
        guard start < field.count else { return true }
        guard field[start] == UInt8(ascii: ":"), field.count &- start <= 6 else { return false }
        var index = start &+ 1
        while index < field.count {
            guard isDigit(field[index]) else { return false }
            index &+= 1
        }
        return true
    }

    /// The number behind a colon; 0 for what is no port.
    private static func port(_ field: Span<UInt8>, from start: Int) -> UInt16 {
        var number = 0
        for index in (start &+ 1)..<field.count { number = number &* 10 &+ Int(field[index] &- 0x30) }
        return UInt16(exactly: number) ?? 0
    }

    /// Whether the field is an IP literal in brackets, with or without a port.
    private static func isAddress(_ field: Span<UInt8>) -> Bool {
        var index = 1
        while index < field.count, field[index] != UInt8(ascii: "]") {
            let byte = field[index]
            guard isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".") else {
                return false
            }
            index &+= 1
        }
        return index > 1 && index < field.count && isPort(field, from: index &+ 1)
    }

    /// The rest of `reg-name`: `~`, percent-encoding and sub-delimiters.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "~"), UInt8(ascii: "%"), UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"),
            UInt8(ascii: ";"), UInt8(ascii: "="):
            true
        default: false
        }
    }
}
