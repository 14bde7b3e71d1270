import HTTPWire
import Platform

/// The last elements of one `Forwarded` field: RFC 7239 section 4.
struct ForwardedElements {
    /// What one balancer wrote.
    struct Element: BitwiseCopyable {
        /// Where it got the request from; `nil` when it does not say, or not by address.
        var address: IPAddress?
        /// Whether it got the request over TLS; `nil` when it does not say.
        var isSecure: Bool?
    }

    private var kept = InlineArray<32, Element>(repeating: Element())

    /// How many elements there are.
    private(set) var count = 0

    /// Reads the value of a field; `nil` when it is malformed anywhere, for then nobody knows where an element ends.
    init?(_ text: Span<UInt8>) {
        var reader = Reader(text)
        while true {
            reader.skipBlanks()
            // An empty place in the list says nothing (RFC 9110 section 5.6.1.2).
            if !reader.isAtEnd, !reader.isAt(0x2C) {
                guard let element = reader.readElement() else { return nil }
                kept[count % 32] = element
                count += 1
            }
            if reader.isAtEnd { return }
            guard reader.take(0x2C) else { return nil }
        }
    }

    /// The element with a number, of the last 32; without knowledge for one before.
    subscript(index: Int) -> Element { index + 32 < count ? Element() : kept[index % 32] }
}

/// Reads a `Forwarded` field from left to right.
private struct Reader: ~Escapable {
    private let text: Span<UInt8>
    private var index = 0
    /// The value of a pair without its quotes; what is longer is no address and no protocol.
    private var value = InlineArray<64, UInt8>(repeating: 0)
    private var valueLength = 0

    @_lifetime(copy text)
    init(_ text: Span<UInt8>) {
        self.text = text
    }

    var isAtEnd: Bool { index == text.count }

    func isAt(_ byte: UInt8) -> Bool { index < text.count && text[index] == byte }

    mutating func take(_ byte: UInt8) -> Bool {
        guard isAt(byte) else { return false }
        index += 1
        return true
    }

    mutating func skipBlanks() {
        while isAt(0x20) || isAt(0x09) { index += 1 }
    }

    /// Reads pairs up to the end of the field or a comma.
    mutating func readElement() -> ForwardedElements.Element? {
        var element = ForwardedElements.Element()
        var hasAddress = false
        var hasProtocol = false
        while true {
            skipBlanks()
            if !isAtEnd, !isAt(0x2C), !isAt(0x3B) {
                let start = index
                while index < text.count, isToken(text[index]) { index += 1 }
                let end = index
                guard end > start, take(0x3D), readValue() else { return nil }
                if equals(start..<end, "for") {
                    guard !hasAddress else { return nil }
                    hasAddress = true
                    element.address = ForwardedNode.read(
                        value.span.extracting(0..<min(valueLength, 64)), allowsBareIPv6: false)
                    if valueLength > 64 { element.address = nil }
                } else if equals(start..<end, "proto") {
                    guard !hasProtocol else { return nil }
                    hasProtocol = true
                    element.isSecure = isHTTPS
                }
                skipBlanks()
            }
            if isAtEnd || isAt(0x2C) { return element }
            guard take(0x3B) else { return nil }
        }
    }

    /// Reads a token or a quoted string (RFC 9110 section 5.6.4).
    private mutating func readValue() -> Bool {
        valueLength = 0
        guard take(0x22) else {
            while index < text.count, isToken(text[index]) { appendNext() }
            return valueLength > 0
        }
        while index < text.count {
            if take(0x22) { return true }
            if take(0x5C), isAtEnd { return false }
            appendNext()
        }
        return false
    }

    private mutating func appendNext() {
        if valueLength < 64 { value[valueLength] = text[index] }
        valueLength += 1
        index += 1
    }

    private var isHTTPS: Bool {
        let wanted: StaticString = "https"
        guard valueLength == 5 else { return false }
        for index in 0..<5 where value[index] | 0x20 != wanted.bytes[index] { return false }
        return true
    }

    private func equals(_ range: Range<Int>, _ name: StaticString) -> Bool {
        let name = name.bytes
        guard range.count == name.count else { return false }
        for index in 0..<name.count where text[range.lowerBound + index] | 0x20 != name[index] { return false }
        return true
    }

    /// RFC 9110 section 5.6.2.
    private func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x7C, 0x7E, 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E: true
        default: false
        }
    }
}
