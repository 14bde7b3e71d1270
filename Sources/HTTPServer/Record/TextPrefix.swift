import HTTPWire

/// The first bytes of a text of the request, kept in place.
package struct TextPrefix<let capacity: Int>: BitwiseCopyable, Sendable {
    private var storage: InlineArray<capacity, UInt8>
    private var length: Int32

    /// How many bytes the whole text had.
    package private(set) var fullCount: Int32

    /// Makes an empty text.
    init() {
        storage = InlineArray(repeating: 0)
        length = 0
        fullCount = 0
    }

    /// Takes the first bytes of a text.
    mutating func assign(_ bytes: Span<UInt8>) {
        var room = storage.mutableSpan
        length = Int32(truncatingIfNeeded: bytes.copyPrefix(into: &room))
        fullCount = Int32(truncatingIfNeeded: bytes.count)
    }

    /// The bytes that were kept, as the client sent them: they may be no UTF-8.
    package var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get { storage.span.extracting(0..<Int(length)) }
    }

    /// Whether the text was longer than what is kept.
    package var isCut: Bool { fullCount > length }
}

extension TextPrefix: CustomStringConvertible {
    /// The kept bytes; what is no UTF-8 shows as U+FFFD.
    package var description: String {
        let span = bytes
        return String(decoding: span.indices.map { span[$0] }, as: UTF8.self)
    }
}
