import DeepLinks
import HTTPWire

extension ResponseWriter {
    /// Sends a browser to the same URL over HTTPS, on the standard port; nobody may keep the answer.
    ///
    /// - Parameters:
    ///   - host: The host as it was looked up.
    ///   - request: Its path and query are kept; characters that no URL has are percent-encoded.
    mutating func redirectToHTTPS(_ host: borrowing RequestHost, _ request: borrowing RequestView) {
        start(.movedPermanently)
        field("Cache-Control", "no-store")
        startField("Location")
        append("https://")
        append(host.name)
        if request.path.isEmpty { append("/") }
        appendEscaped(request.path)
        if let query = request.query {
            append("?")
            appendEscaped(query)
        }
        endField()
        end()
    }

    private mutating func appendEscaped(_ bytes: Span<UInt8>) {
        var start = 0
        for index in bytes.indices where !Self.isURLByte(bytes[index]) {
            append(bytes.extracting(start..<index))
            append("%")
            let digits = [Self.digit(bytes[index] >> 4), Self.digit(bytes[index] & 15)]
            append(digits.span)
            start = index + 1
        }
        append(bytes.extracting(start...))
    }

    /// RFC 3986 section 2.2 and 2.3, and the percent sign; of the reserved ones without `#`, `[` and `]`.
    private static func isURLByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "%"),
            UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "!"),
            UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"),
            UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
            true
        default: false
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 &+ value : 0x37 &+ value }
}
