/// The secrets that a fleet's session tickets are sealed with; every process that has the same opens the others' tickets.
///
/// Nothing gives a secret away again.
package struct TicketSecrets: Sendable {
    /// Why a text is refused.
    package typealias Refusal = SecretRefusal

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
        secrets = try SecretText.secrets(text)
    }
}
