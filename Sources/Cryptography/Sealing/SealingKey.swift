import COpenSSL

/// A key that secrets are sealed with before they are stored elsewhere; safe from any thread.
///
/// AES-256 in Galois/counter mode with a random nonce for each sealing, by a key derived from the secret of a file.
/// Nothing gives the secret away again.
package struct SealingKey: Sendable {
    /// Why a text is refused.
    package typealias Refusal = SecretRefusal

    /// Why something cannot be opened.
    package enum Failure: Error, Equatable, CustomStringConvertible {
        /// It was sealed with another secret, for something else, or was changed since.
        case forged
        /// OpenSSL has no memory.
        case failed

        /// A clause without a full stop.
        package var description: String {
            switch self {
            case .forged: "it was sealed with another secret, or for something else, or was changed since"
            case .failed: "no memory is left to open it"
            }
        }
    }

    /// The first byte of everything that is sealed: how it was.
    private static let version: UInt8 = 1
    private static let nonceCount = 12
    private static let tagCount = 16

    /// The first one seals, all open; 32 bytes each.
    private let keys: [[UInt8]]

    /// Reads secrets from a text: one a line, of 32 to 1,024 characters, empty lines passed over.
    ///
    /// - Parameter text: The first line seals; those behind it open what was sealed before.
    /// - Throws: ``Refusal``.
    package init(text: [UInt8]) throws(Refusal) {
        var keys: [[UInt8]] = []
        for line in try SecretText.secrets(text) {
            guard let tag = try? HMACSHA256.tag(of: Array("postern sealing".utf8), key: line) else {
                throw Refusal(description: "no memory is left for it")
            }
            keys.append(tag.bytes)
        }
        self.keys = keys
    }

    /// Seals bytes.
    ///
    /// - Parameters:
    ///   - bytes: What nobody else may read.
    ///   - context: What it belongs to; it is opened with the same only, and not part of the result.
    /// - Returns: 29 bytes more than were given.
    /// - Throws: ``CryptographyError`` when there is no entropy or no memory.
    package func seal(_ bytes: [UInt8], for context: [UInt8]) throws(CryptographyError) -> [UInt8] {
        let nonce = try SecureRandom.bytes(Self.nonceCount)
        let cipher = try CipherHandle(key: keys[0], nonce: nonce, seals: true)
        var sealed = try cipher.run(bytes, authenticating: context)
        guard let tag = cipher.finishSealing(tagCount: Self.tagCount) else { throw .last("EVP_EncryptFinal_ex") }
        sealed.insert(contentsOf: [Self.version] + nonce, at: 0)
        return sealed + tag
    }

    /// Opens what was sealed with any of the secrets.
    ///
    /// - Parameters:
    ///   - sealed: What ``seal(_:for:)`` made.
    ///   - context: What it belongs to.
    /// - Returns: The bytes.
    /// - Throws: ``Failure``.
    package func open(_ sealed: [UInt8], for context: [UInt8]) throws(Failure) -> [UInt8] {
        let overhead = 1 + Self.nonceCount + Self.tagCount
        guard sealed.count >= overhead, sealed[0] == Self.version else { throw .forged }
        let nonce = Array(sealed[1...Self.nonceCount])
        let content = Array(sealed[(1 + Self.nonceCount)..<(sealed.count - Self.tagCount)])
        let tag = Array(sealed.suffix(Self.tagCount))
        for key in keys {
            guard let cipher = try? CipherHandle(key: key, nonce: nonce, seals: false),
                let bytes = try? cipher.run(content, authenticating: context)
            else { throw .failed }
            if cipher.finishOpening(tag: tag) { return bytes }
        }
        throw .forged
    }
}
