import DeepLinks

/// The name that `/ask` is about.
enum AskedDomain {
    /// Reads the query: one item `domain`, a host name in any case, with or without the root's dot.
    ///
    /// - Parameter query: Without its question mark.
    /// - Returns: The name in lower case; `nil` for anything else, also for an address and for a name with a port.
    static func host(_ query: Span<UInt8>) -> String? {
        let key: StaticString = "domain="
        let length = key.utf8CodeUnitCount
        guard query.count > length, query.extracting(..<length).equals(key) else { return nil }
        let value = query.extracting(length...)
        for index in value.indices where value[index] == UInt8(ascii: ":") { return nil }
        var host = RequestHost()
        guard host.read(value) == .name else { return nil }
        return String(decoding: [UInt8](copying: host.name), as: UTF8.self)
    }
}
