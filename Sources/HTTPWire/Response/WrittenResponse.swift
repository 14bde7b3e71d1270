/// A response that a ``ResponseWriter`` has written, taken apart again for HTTP/2: the handlers know one form only.
package struct WrittenResponse: ~Escapable {
    private let bytes: Span<UInt8>
    private var position: Int
    private var nameRange = 0..<0

    /// Where the value of the field stands in the response.
    package private(set) var valueRange = 0..<0

    /// Looks at a response from its status line on.
    ///
    /// - Parameter bytes: Exactly one response.
    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
        position = Self.endOfLine(bytes, from: 0) + 2
    }

    /// The three digits of the status.
    package var status: Span<UInt8> {
        // Behind `HTTP/1.1 `.
        @_lifetime(copy self)
        get { bytes.extracting(9..<12) }
    }

    /// Goes on to the next field, past those that only a connection of HTTP/1.1 has (RFC 9113 section 8.2.2).
    ///
    /// - Returns: Whether there was one; when not, ``body`` is what is left.
    package mutating func nextField() -> Bool {
        while true {
            let end = Self.endOfLine(bytes, from: position)
            defer { position = end + 2 }
            guard end > position else { return false }
            var colon = position
            while colon < end, bytes[colon] != ASCII.colon { colon += 1 }
            nameRange = position..<colon
            valueRange = min(colon + 2, end)..<end
            if !isOfConnection { return true }
        }
    }

    /// The name of the field, as it was written.
    package var name: Span<UInt8> {
        @_lifetime(copy self)
        get { bytes.extracting(nameRange) }
    }

    /// The value of the field.
    package var value: Span<UInt8> {
        @_lifetime(copy self)
        get { bytes.extracting(valueRange) }
    }

    /// The body, once there was no further field.
    package var body: Span<UInt8> {
        @_lifetime(copy self)
        get { bytes.extracting(position...) }
    }

    private var isOfConnection: Bool {
        let connection: StaticString = "connection"
        return bytes.equalsFolded(nameRange, connection.bytes)
    }

    private static func endOfLine(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var end = bytes.firstIndex(from: start, to: bytes.count, ControlBytes.self)
        while end < bytes.count, bytes[end] == ASCII.tab {
            end = bytes.firstIndex(from: end + 1, to: bytes.count, ControlBytes.self)
        }
        return end
    }
}
