/// The secrets that a fleet's session tickets are sealed with; every process that has the same opens the others' tickets.
///
/// Nothing gives a secret away again.
package struct TicketSecrets: Sendable {
    /// Why a text is refused; says nothing of what stands in it.
    package struct Refusal: Error, Equatable, CustomStringConvertible {
        /// A clause without a full stop.
        package let description: String
    }

    /// The most secrets a text may hold.
    package static let limit = 8

    /// The first one seals, all open.
    let secrets: [[UInt8]]

    /// Makes a secret that no other process has.
    ///
    /// - Throws: ``CryptographyError`` when there is no entropy.
    package init() throws(CryptographyError) {
        secrets = [try SecureRandom.bytes(32)]
    }

    /// Reads secrets from a text: one a line, of 32 to 1,024 characters, empty lines passed over.
    ///
    /// - Parameter text: The first line seals; those behind it open what was sealed before.
    /// - Throws: ``Refusal``.
    package init(text: [UInt8]) throws(Refusal) {
        let lines = text.split(separator: 0x0A).map { line in
            Array(line.last == 0x0D ? line.dropLast() : line)
        }.filter { !$0.isEmpty }
        guard (1...Self.limit).contains(lines.count) else {
            throw Refusal(description: "the file must hold 1 to \(Self.limit) lines")
        }
        guard lines.allSatisfy({ (32...1024).contains($0.count) }) else {
            throw Refusal(description: "each line must have 32 to 1,024 characters, as 'openssl rand -hex 32' makes")
        }
        secrets = lines
    }
}
