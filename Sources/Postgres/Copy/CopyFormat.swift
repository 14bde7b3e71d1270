/// The binary COPY format (PostgreSQL 15, COPY, “Binary Format”).
enum CopyFormat {
    /// The signature, no flags, no extension.
    static let header: [UInt8] =
        Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00] + [UInt8](repeating: 0, count: 8)

    /// The field count -1.
    static let trailer: [UInt8] = [0xFF, 0xFF]

    /// Finds the cells of the next tuple.
    ///
    /// - Returns: The cells, `nil` where NULL, and where the tuple ends; `nil` at the trailer.
    static func tuple(
        in bytes: Span<UInt8>, at start: Int, columns: Int
    ) throws(PostgresError) -> (cells: [Range<Int>?], end: Int)? {
        guard bytes.count - start >= 2 else { throw malformed }
        let count: Int16 = bytes.bigEndian(at: start)
        if count == -1 { return nil }
        guard Int(count) == columns else {
            throw PostgresError(.unexpectedResult, "COPY gives \(count) columns instead of \(columns)")
        }
        var cells: [Range<Int>?] = []
        cells.reserveCapacity(columns)
        var offset = start + 2
        for _ in 0..<columns {
            guard bytes.count - offset >= 4 else { throw malformed }
            let length: Int32 = bytes.bigEndian(at: offset)
            offset += 4
            guard length >= 0 else {
                cells.append(nil)
                continue
            }
            guard Int(length) <= bytes.count - offset else { throw malformed }
            cells.append(offset..<(offset + Int(length)))
            offset += Int(length)
        }
        return (cells, offset)
    }

    static let malformed = PostgresError(.unexpectedResult, "the server sent COPY data that are not in binary format")
}
