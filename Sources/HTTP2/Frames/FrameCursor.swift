/// Finds the ends of the frames in what a client sends, so that they can be taken one by one: RFC 9113 section 4.1.
struct FrameCursor {
    /// What some bytes are to the frame that they belong to.
    struct Step {
        /// How many of them belong to it.
        var count: Int
        /// How many of these end a header that began in earlier bytes; 0 when it began here, or ended before.
        var headerRest = 0
        /// Whether they end the frame.
        var isEnd = false
    }

    /// The length of what a client sends ahead of its first frame: RFC 9113 section 3.4.
    private static let prefaceLength = 24

    /// The header of the frame, once it is complete: a library that is given it in pieces counts each as a frame.
    private(set) var header = InlineArray<9, UInt8>(repeating: 0)

    private var headerCount = 9
    /// Bytes that are missing of the preface, or of the frame whose header is complete.
    private var rest = FrameCursor.prefaceLength

    /// Whether no frame has begun.
    private(set) var isPreface = true

    /// Whether the header of a frame has begun, and is not complete.
    var isWithinHeader: Bool { headerCount < 9 }

    /// Whether some of a frame has come, and not all of it.
    var isWithinFrame: Bool { rest > 0 && !isPreface || isWithinHeader }

    /// The kind of the frame that has ended; `nil` for one that RFC 9113 does not know.
    var kind: FrameKind? { FrameKind(rawValue: header[3]) }

    /// Whether the frame that has ended is for the connection as a whole.
    var isForConnection: Bool { header[5] & 0x7F | header[6] | header[7] | header[8] == 0 }

    /// Takes bytes up to the end of a frame.
    ///
    /// - Parameter bytes: What follows the bytes of the last call; at least one.
    /// - Returns: What they are to the frame.
    mutating func advance(_ bytes: Span<UInt8>) -> Step {
        var step = Step(count: 0)
        if rest == 0 {
            isPreface = false
            let isContinued = isWithinHeader
            if !isContinued { headerCount = 0 }
            while headerCount < 9, step.count < bytes.count {
                header[headerCount] = bytes[step.count]
                headerCount += 1
                step.count += 1
            }
            guard headerCount == 9 else { return step }
            if isContinued { step.headerRest = step.count }
            rest = Int(header[0]) << 16 | Int(header[1]) << 8 | Int(header[2])
        }
        let part = min(rest, bytes.count - step.count)
        rest -= part
        step.count += part
        step.isEnd = rest == 0
        return step
    }
}

/// The kinds of frames: RFC 9113 section 6; what other documents define is only counted.
enum FrameKind: UInt8 {
    case data, headers, priority, reset, settings, pushPromise, ping, goAway, windowUpdate, continuation
}
