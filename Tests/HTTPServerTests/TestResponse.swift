/// A response, taken apart.
struct TestResponse {
    /// The status; 0 when there was no whole response.
    let status: Int
    /// Names in lower case.
    let fields: [String: String]
    let body: String
    /// Bytes of the response.
    let length: Int

    /// Takes the first response off the bytes, if it is there as a whole.
    init?(_ bytes: [UInt8], hasBody: Bool) {
        let ends: [UInt8] = [13, 10, 13, 10]
        let start = Array(bytes.prefix(4_096))
        guard start.count >= 4, let end = (0...start.count - 4).first(where: { Array(start[$0..<$0 + 4]) == ends })
        else { return nil }
        let lines = String(decoding: start[..<end], as: UTF8.self).split(separator: "\r\n")
        guard let line = lines.first, line.hasPrefix("HTTP/1.1 "), let status = Int(line.dropFirst(9).prefix(3)) else {
            return nil
        }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            fields[parts[0].lowercased()] = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
        }
        let bodyCount = hasBody ? Int(fields["content-length"] ?? "0") ?? 0 : 0
        guard bytes.count >= end + 4 + bodyCount else { return nil }
        self.status = status
        self.fields = fields
        body = String(decoding: bytes[(end + 4)..<(end + 4 + bodyCount)], as: UTF8.self)
        length = end + 4 + bodyCount
    }

    /// What came instead of a response.
    init(broken bytes: [UInt8]) {
        status = 0
        fields = [:]
        body = String(decoding: bytes, as: UTF8.self)
        length = bytes.count
    }
}
