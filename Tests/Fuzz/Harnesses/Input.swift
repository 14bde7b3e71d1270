/// What the fuzzer passes, without its memory being copied: a byte beyond the end is found by AddressSanitizer.
@_lifetime(immortal)
func input(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Span<UInt8> {
    let buffer = UnsafeBufferPointer(start: start, count: count)
    return _overrideLifetime(Span(_unsafeElements: buffer), copying: ())
}

extension String {
    /// The bytes as text; nothing when they are no UTF-8.
    init?(validating bytes: Span<UInt8>) {
        let copy = Array(bytes)
        guard let text = String(validating: copy, as: UTF8.self) else { return nil }
        self = text
    }
}

extension Array where Element == UInt8 {
    /// A copy of the bytes.
    init(_ bytes: Span<UInt8>) {
        self = []
        reserveCapacity(bytes.count)
        for index in bytes.indices { append(bytes[index]) }
    }
}

/// Ends the process when a law does not hold.
func expect(_ condition: Bool, _ law: @autoclosure () -> String) {
    guard !condition else { return }
    preconditionFailure(law())
}
