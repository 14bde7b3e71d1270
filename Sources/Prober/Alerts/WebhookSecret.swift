/// The key that messages to a webhook are signed with; never shown.
package struct WebhookSecret: Sendable {
    /// How short a secret may be: 16 bytes.
    package static let leastByteCount = 16

    /// The bytes of the key.
    let bytes: [UInt8]

    /// Takes a secret as a file or a variable holds it: spaces and line ends around it do not count.
    ///
    /// `nil` when it is shorter than ``leastByteCount``.
    package init?(_ text: [UInt8]) {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        let tail = text.drop(while: isSpace)
        let end = tail.lastIndex { !isSpace($0) }
        bytes = end.map { Array(tail[...$0]) } ?? []
        guard bytes.count >= Self.leastByteCount else { return nil }
    }
}

extension WebhookSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Says nothing.
    package var description: String { "(secret)" }

    /// Says nothing.
    package var debugDescription: String { description }

    /// Shows nothing.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
