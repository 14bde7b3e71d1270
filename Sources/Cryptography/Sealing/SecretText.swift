/// Why the text of a file of secrets is refused; says nothing of what stands in it.
package struct SecretRefusal: Error, Equatable, CustomStringConvertible {
    /// A clause without a full stop.
    package let description: String
}

/// The text of a file of secrets: one a line, of 32 to 1,024 characters, empty lines passed over.
///
/// The first line seals; those behind it open what was sealed before.
enum SecretText {
    /// The most secrets a text may hold.
    static let limit = 8

    /// Reads the secrets.
    ///
    /// - Parameter text: What the file holds.
    /// - Returns: At least one.
    /// - Throws: ``SecretRefusal``.
    static func secrets(_ text: [UInt8]) throws(SecretRefusal) -> [[UInt8]] {
        let lines = text.split(separator: 0x0A).map { line in
            Array(line.last == 0x0D ? line.dropLast() : line)
        }.filter { !$0.isEmpty }
        guard (1...limit).contains(lines.count) else {
            throw SecretRefusal(description: "the file must hold 1 to \(limit) lines")
        }
        guard lines.allSatisfy({ (32...1024).contains($0.count) }) else {
            throw SecretRefusal(
                description: "each line must have 32 to 1,024 characters, as 'openssl rand -hex 32' makes")
        }
        return lines
    }
}
