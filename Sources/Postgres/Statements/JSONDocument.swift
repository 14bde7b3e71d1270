/// A JSON text for a `jsonb` column; the server checks it.
package struct JSONDocument: Hashable, Sendable {
    /// The JSON text.
    package let text: String

    /// Takes a JSON text as it is.
    package init(_ text: String) {
        self.text = text
    }
}

extension JSONDocument: Scalar {
    /// `jsonb`.
    package static var dataType: DataType { .jsonb }

    /// Reads the format's version, 1, and the text.
    package init(binary bytes: Span<UInt8>) throws(PostgresError) {
        guard bytes.count > 0, bytes[0] == 1 else { throw PostgresError.malformed(Self.dataType) }
        text = try String(binary: bytes.extracting(droppingFirst: 1))
    }

    /// Appends the format's version, 1, and the text.
    package func encode(into bytes: inout [UInt8]) throws(PostgresError) {
        bytes.append(1)
        try text.encode(into: &bytes)
    }
}
