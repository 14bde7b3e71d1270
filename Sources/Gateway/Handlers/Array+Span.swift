extension [UInt8] {
    /// A copy of the bytes, up to a byte that is not wanted any more.
    init(copying bytes: Span<UInt8>, until end: UInt8? = nil) {
        self.init()
        reserveCapacity(bytes.count)
        for index in bytes.indices {
            if bytes[index] == end { return }
            append(bytes[index])
        }
    }
}
