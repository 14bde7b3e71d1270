/// A response, taken apart.
package struct TestResponse: Sendable {
    /// The status; 0 when there was no whole response.
    package let status: Int
    /// The status line and the fields in order, but for the date.
    package let head: [String]
    /// Values by names in lower case.
    package let fields: [String: String]
    /// The content.
    package let bytes: [UInt8]
    /// Bytes of the response.
    package let length: Int

    /// The content as text.
    package var body: String { String(decoding: bytes, as: UTF8.self) }

    /// Takes the first response off the bytes; `nil` when it is not there as a whole.
    ///
    /// - Parameters:
    ///   - bytes: What was received.
    ///   - hasBody: Whether content follows: not after `HEAD`.
    package init?(_ bytes: [UInt8], hasBody: Bool) {
        let ends: [UInt8] = [13, 10, 13, 10]
        let start = Array(bytes.prefix(4_096))
        guard start.count >= 4, let end = (0...start.count - 4).first(where: { Array(start[$0..<$0 + 4]) == ends })
        else { return nil }
        let lines = String(decoding: start[..<end], as: UTF8.self).split(separator: "\r\n").map(String.init)
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
        head = lines.filter { !$0.hasPrefix("Date: ") }
        self.bytes = Array(bytes[(end + 4)..<(end + 4 + bodyCount)])
        length = end + 4 + bodyCount
    }

    /// What came instead of a response.
    package init(broken bytes: [UInt8]) {
        status = 0
        head = []
        fields = [:]
        self.bytes = bytes
        length = bytes.count
    }
}
