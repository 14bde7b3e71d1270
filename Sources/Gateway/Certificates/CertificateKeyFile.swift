package import Cryptography
import Platform

/// The file with the secret that private keys in the database are sealed with.
package enum CertificateKeyFile {
    /// Reads it.
    ///
    /// - Parameter path: A file that nobody but its owner and its group may read.
    /// - Returns: The key.
    /// - Throws: ``GatewayError`` when it cannot be read, or its text is no secret.
    package static func read(_ path: String) throws(GatewayError) -> SealingKey {
        let text = try GatewayError.wrapping(.configuration) { () throws(SystemError) in
            try File.readSecret(path, limit: 65_536)
        }
        do throws(SealingKey.Refusal) {
            return try SealingKey(text: text)
        } catch {
            throw GatewayError(.configuration, "\(path): \(error)")
        }
    }
}
