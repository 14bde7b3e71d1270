/// One step of what a ``ScriptedServer`` does with a request; after the last one it waits for the next request.
package enum ScriptedStep: Sendable {
    /// Sends bytes.
    case bytes([UInt8])
    /// Sends bytes singly, with a pause before each.
    case drip([UInt8], every: Duration)
    /// Sends bytes again and again; `nil` without end.
    case repeated([UInt8], times: Int?)
    /// Does nothing for a time.
    case pause(Duration)
    /// Does nothing until the peer goes or the server stops.
    case stall
    /// Closes the connection.
    case close
    /// Closes the connection with a reset.
    case reset
}

extension [ScriptedStep] {
    /// A whole answer with its length, which is added to the fields.
    package static func answer(
        status: Int = 200, fields: [(String, String)] = [], body: [UInt8]
    ) -> [ScriptedStep] {
        [.bytes(head(status: status, fields: fields + [("Content-Length", "\(body.count)")]) + body)]
    }

    /// A whole answer with a text.
    package static func answer(
        status: Int = 200, fields: [(String, String)] = [], text: String = ""
    ) -> [ScriptedStep] {
        answer(status: status, fields: fields, body: [UInt8](text.utf8))
    }

    /// A redirect.
    package static func redirect(to location: String, status: Int = 302) -> [ScriptedStep] {
        answer(status: status, fields: [("Location", location)])
    }

    /// An answer whose body comes byte by byte.
    package static func dripping(body: [UInt8], every pause: Duration) -> [ScriptedStep] {
        [.bytes(head(status: 200, fields: [("Content-Length", "\(body.count)")])), .drip(body, every: pause)]
    }

    /// An answer whose header fields never end.
    package static var endlessFields: [ScriptedStep] {
        [
            .bytes([UInt8]("HTTP/1.1 200 OK\r\n".utf8)),
            .repeated([UInt8]("X-Filler: aaaaaaaaaaaaaaaa\r\n".utf8), times: nil),
        ]
    }

    /// An answer with a body of so many zero bytes.
    package static func huge(byteCount: Int) -> [ScriptedStep] {
        let piece = 65_536
        return [
            .bytes(head(status: 200, fields: [("Content-Length", "\(byteCount)")])),
            .repeated([UInt8](repeating: 0, count: piece), times: byteCount / piece),
            .bytes([UInt8](repeating: 0, count: byteCount % piece)),
        ]
    }

    /// A small gzip stream that decodes to zero bytes without end, 158 of them a byte.
    ///
    /// One block with fixed codes (RFC 1951 section 3.2.6): a literal zero, then nothing but "258 bytes from one back",
    /// thirteen bits each, eight of which are thirteen bytes.
    ///
    /// - Parameter decodedByteCount: How many bytes there are about; the stream then breaks off.
    /// - Returns: The steps, which end the connection.
    package static func bomb(decodedByteCount: Int) -> [ScriptedStep] {
        let start: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
        var bits: [UInt8] = [1, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0]
        let match: [UInt8] = [1, 1, 0, 0, 0, 1, 0, 1] + [0, 0, 0, 0, 0]
        bits += match
        let pattern = packed((0..<8).flatMap { _ in match })
        let times = 4096
        return [
            .bytes(head(status: 200, fields: [("Content-Encoding", "gzip"), ("Connection", "close")])),
            .bytes(start + packed(bits)),
            .repeated((0..<times).flatMap { _ in pattern }, times: Swift.max(decodedByteCount / (258 * 8 * times), 1)),
            .close,
        ]
    }

    /// The head of an answer.
    package static func head(status: Int, fields: [(String, String)]) -> [UInt8] {
        let lines = ["HTTP/1.1 \(status) Scripted"] + fields.map { "\($0.0): \($0.1)" } + ["", ""]
        return [UInt8](lines.joined(separator: "\r\n").utf8)
    }

    /// Bits, the first one lowest in its byte.
    private static func packed(_ bits: [UInt8]) -> [UInt8] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<Swift.min(start + 8, bits.count)].enumerated().reduce(0) {
                $0 | $1.element << UInt8($1.offset)
            }
        }
    }
}
