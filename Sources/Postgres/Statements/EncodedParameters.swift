/// The parameters of one call in binary form, one buffer for all.
struct EncodedParameters {
    private var bytes: [UInt8] = []
    private var cells: [Range<Int>?] = []

    init(_ values: [Value]) throws(PostgresError) {
        cells.reserveCapacity(values.count)
        for value in values {
            let start = bytes.count
            cells.append(try value.encode(into: &bytes) ? start..<bytes.count : nil)
        }
        guard cells.count <= 65_535 else {
            throw PostgresError(.invalidParameter, "a statement has at most 65,535 parameters")
        }
        // A value of no bytes still needs an address; NULL has none.
        bytes.append(0)
    }

    var count: Int32 { Int32(cells.count) }

    /// Gives pointers, lengths and formats in libpq's form; they are valid in the closure only.
    func withPointers<Result>(
        _ body: (
            UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
        ) -> Result
    ) -> Result {
        let lengths = cells.map { Int32($0?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: cells.count)
        return unsafe bytes.withUnsafeBytes { buffer in
            let base = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            let pointers = unsafe cells.map { range in
                unsafe range.flatMap { range in unsafe base.map { unsafe $0 + range.lowerBound } }
            }
            return unsafe pointers.withUnsafeBufferPointer { pointers in
                unsafe lengths.withUnsafeBufferPointer { lengths in
                    unsafe formats.withUnsafeBufferPointer { formats in
                        unsafe body(pointers.baseAddress, lengths.baseAddress, formats.baseAddress)
                    }
                }
            }
        }
    }
}
