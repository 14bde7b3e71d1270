/// A question that a ``TestNameServer`` got.
package struct TestQuery: Sendable {
    /// The name asked for, as it was written.
    package let name: String
    /// The type asked for: 1 for A, 28 for AAAA, 16 for TXT.
    package let type: UInt16
    /// Whether it came by TCP.
    package let isTCP: Bool
    /// How many questions for this name and type came before it.
    package let earlier: Int
    /// The port it came from.
    package let sourcePort: UInt16

    /// The identifier, and the question as it stands on the wire.
    let identifier: [UInt8]
    let question: [UInt8]

    init?(_ bytes: [UInt8], isTCP: Bool, sourcePort: UInt16, count: (String, UInt16) -> Int) {
        guard bytes.count > 16, bytes[2] & 0x80 == 0 else { return nil }
        var labels: [String] = []
        var place = 12
        while place < bytes.count, bytes[place] != 0 {
            let end = place + 1 + Int(bytes[place])
            guard end < bytes.count else { return nil }
            labels.append(String(decoding: bytes[place + 1..<end], as: UTF8.self))
            place = end
        }
        guard place + 5 <= bytes.count else { return nil }
        name = labels.joined(separator: ".")
        type = UInt16(bytes[place + 1]) << 8 | UInt16(bytes[place + 2])
        self.isTCP = isTCP
        self.sourcePort = sourcePort
        identifier = Array(bytes[..<2])
        question = Array(bytes[12..<place + 5])
        earlier = count(name.lowercased(), type)
    }
}
