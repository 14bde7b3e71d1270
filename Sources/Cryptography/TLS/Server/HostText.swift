/// The host's name in what a request names as its host.
enum HostText {
    /// The name in lower case, without port and the root's dot.
    static func name(_ host: Span<UInt8>) -> String {
        var bytes: [UInt8] = []
        for index in host.indices {
            let byte = host[index]
            if byte == UInt8(ascii: ":") { break }
            bytes.append(byte)
        }
        if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self).lowercased()
    }
}
