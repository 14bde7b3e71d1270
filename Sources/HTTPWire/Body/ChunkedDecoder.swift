/// Finds the end of a chunked body: RFC 9112 section 7.1, without bare line feeds and with limits.
struct ChunkedDecoder: Sendable {
    private enum State: Sendable {
        /// Before the first digit of a size.
        ///
        /// Next: `size`.
        case sizeStart
        /// Within the digits of a size.
        ///
        /// Next: `blank`, `extension`, `sizeEnd`.
        case size
        /// Within blanks ahead of an extension.
        ///
        /// Next: `extension`.
        case blank
        /// Within an extension.
        ///
        /// Next: `sizeEnd`.
        case `extension`
        /// Before the line feed that ends a size.
        ///
        /// Next: `data`, or `trailerStart` after size 0.
        case sizeEnd
        /// Within the data.
        ///
        /// Next: `dataReturn`.
        case data
        /// Before the carriage return that follows the data.
        ///
        /// Next: `dataEnd`.
        case dataReturn
        /// Before the line feed that follows the data.
        ///
        /// Next: `sizeStart`.
        case dataEnd
        /// At the start of a trailer line.
        ///
        /// Next: `trailerName`, `lastEnd`.
        case trailerStart
        /// Within the name of a trailer.
        ///
        /// Next: `trailerValue`.
        case trailerName
        /// Within the value of a trailer.
        ///
        /// Next: `trailerEnd`.
        case trailerValue
        /// Before the line feed that ends a trailer line.
        ///
        /// Next: `trailerStart`.
        case trailerEnd
        /// Before the line feed that ends the body.
        case lastEnd
    }

    private var state = State.sizeStart
    private var digits = 0
    /// The size being read, then the rest of the data.
    private var rest = 0
    private var bodyRoom: Int
    private var extensionRoom: Int
    private var trailerRoom: Int

    init(limits: RequestLimits) {
        bodyRoom = limits.body
        extensionRoom = limits.chunkExtensions
        trailerRoom = limits.trailerSection
    }

    mutating func consume(_ bytes: Span<UInt8>) -> BodyStep {
        var index = 0
        while index < bytes.count {
            if case .data = state {
                let taken = min(rest, bytes.count - index)
                rest -= taken
                index += taken
                if rest == 0 { state = .dataReturn }
                continue
            }
            if case .lastEnd = state {
                return bytes[index] == ASCII.lineFeed ? .complete(consumed: index + 1) : .invalid(.invalidChunk)
            }
            do throws(HTTPParseError) {
                state = try next(bytes[index])
            } catch {
                return .invalid(error)
            }
            index += 1
        }
        return .needMore
    }

    private mutating func next(_ byte: UInt8) throws(HTTPParseError) -> State {
        switch state {
        case .sizeStart:
            digits = 0
            rest = 0
            return try readDigit(byte)
        case .size:
            switch byte {
            case ASCII.carriageReturn: return .sizeEnd
            case ASCII.semicolon, ASCII.space, ASCII.tab: return try readExtension(byte)
            default: return try readDigit(byte)
            }
        case .blank:
            guard ASCII.isBlank(byte) || byte == ASCII.semicolon else { throw .invalidChunk }
            return try readExtension(byte)
        case .extension:
            return byte == ASCII.carriageReturn ? .sizeEnd : try readExtension(byte)
        case .sizeEnd:
            guard byte == ASCII.lineFeed else { throw .invalidChunk }
            guard rest <= bodyRoom else { throw .bodyTooLong }
            bodyRoom -= rest
            return rest == 0 ? .trailerStart : .data
        case .dataReturn:
            guard byte == ASCII.carriageReturn else { throw .invalidChunk }
            return .dataEnd
        case .dataEnd:
            guard byte == ASCII.lineFeed else { throw .invalidChunk }
            return .sizeStart
        case .trailerStart, .trailerName, .trailerValue, .trailerEnd:
            return try nextInTrailer(byte)
        case .data, .lastEnd:
            // `consume` takes these bytes itself.
            throw .invalidChunk
        }
    }

    /// At most eight digits: a size of 4 GiB is beyond every limit on bodies, and no sum can overflow.
    private mutating func readDigit(_ byte: UInt8) throws(HTTPParseError) -> State {
        let value: UInt8
        switch byte {
        case 0x30...0x39: value = byte - 0x30
        case 0x41...0x46: value = byte - 0x41 + 10
        case 0x61...0x66: value = byte - 0x61 + 10
        default: throw .invalidChunk
        }
        guard digits < 8 else { throw .invalidChunk }
        digits += 1
        rest = rest << 4 | Int(value)
        return .size
    }

    private mutating func readExtension(_ byte: UInt8) throws(HTTPParseError) -> State {
        guard byte >= 0x20 || byte == ASCII.tab, byte != ASCII.delete else { throw .invalidChunk }
        guard extensionRoom > 0 else { throw .chunkExtensionsTooLong }
        extensionRoom -= 1
        if case .extension = state { return .extension }
        return byte == ASCII.semicolon ? .extension : .blank
    }

    private mutating func nextInTrailer(_ byte: UInt8) throws(HTTPParseError) -> State {
        guard trailerRoom > 0 else { throw .trailerSectionTooLong }
        trailerRoom -= 1
        switch state {
        case .trailerStart:
            if byte == ASCII.carriageReturn { return .lastEnd }
            guard ASCII.isToken(byte) else { throw .invalidTrailer }
            return .trailerName
        case .trailerName:
            if byte == ASCII.colon { return .trailerValue }
            guard ASCII.isToken(byte) else { throw .invalidTrailer }
            return .trailerName
        case .trailerValue:
            if byte == ASCII.carriageReturn { return .trailerEnd }
            guard byte >= 0x20 || byte == ASCII.tab, byte != ASCII.delete else { throw .invalidTrailer }
            return .trailerValue
        default:
            guard byte == ASCII.lineFeed else { throw .invalidTrailer }
            return .trailerStart
        }
    }
}
