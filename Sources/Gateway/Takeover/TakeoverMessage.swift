import HTTPServer
import Platform

/// What is said when sockets change hands: a line with the version, and a line for each descriptor beside it.
enum TakeoverMessage {
    /// The successor serves; the sockets are its own from now on.
    static let ready = Array("ready\n".utf8)

    private static let title = "postern takeover 1"

    /// The message about sockets.
    static func text(_ sockets: [GivenSockets.Entry]) -> [UInt8] {
        let lines = sockets.map { "\($0.isShared ? "shared" : "own") \($0.kind ?? "-") \($0.address)" }
        return Array(([title] + lines).joined(separator: "\n").utf8) + [0x0A]
    }

    /// Reads the message about sockets.
    ///
    /// - Returns: The sockets; `nil` when it is no such message, or does not fit the descriptors.
    static func sockets(_ text: [UInt8], _ descriptors: [Int32]) -> [GivenSockets.Entry]? {
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
        guard lines.first == title, lines.count == descriptors.count + 1 else { return nil }
        var entries: [GivenSockets.Entry] = []
        for (line, descriptor) in zip(lines.dropFirst(), descriptors) {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 3, let address = SocketAddress(words[2]) else { return nil }
            entries.append(
                GivenSockets.Entry(
                    kind: words[1], address: address, descriptor: descriptor, isShared: words[0] == "shared"))
        }
        return entries
    }
}
