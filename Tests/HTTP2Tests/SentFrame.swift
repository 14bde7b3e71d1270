import TestSupport

/// A frame as the server sent it.
struct SentFrame: Equatable {
    var kind: UInt8
    var flags: UInt8
    var stream: UInt32
    var payload: [UInt8]

    /// The frames in some bytes; `nil` when the last one is not whole.
    static func read(_ bytes: [UInt8]) -> [SentFrame]? {
        var frames: [SentFrame] = []
        var index = 0
        while index < bytes.count {
            guard index + 9 <= bytes.count else { return nil }
            let length = Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
            guard index + 9 + length <= bytes.count else { return nil }
            frames.append(
                SentFrame(
                    kind: bytes[index + 3], flags: bytes[index + 4], stream: number(bytes[(index + 5)..<(index + 9)]),
                    payload: Array(bytes[(index + 9)..<(index + 9 + length)])))
            index += 9 + length
        }
        return frames
    }

    static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }

    /// The error of RST_STREAM, or of GOAWAY.
    var error: UInt32? {
        switch kind {
        case 3: Self.number(payload[0..<4])
        case 7: Self.number(payload[4..<8])
        default: nil
        }
    }

    /// The last stream of GOAWAY.
    var lastStream: UInt32 { Self.number(payload[0..<4]) }

    var endsStream: Bool { (kind == 0 || kind == 1) && flags & TestFrames.endStream != 0 }
}
