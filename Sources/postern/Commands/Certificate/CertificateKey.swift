import CommandLine
import Cryptography
import Gateway

/// The secret that private keys in the database are sealed with.
struct CertificateKey {
    static let option = Option(
        "certificate-key", "FILE",
        "the file with the secret that private keys in the database are sealed with; one a line, the first seals")

    private let path: String

    init(_ arguments: ParsedArguments) throws {
        path = try arguments.word(Self.option)
    }

    /// Reads the file.
    func read() throws -> SealingKey { try CertificateKeyFile.read(path) }
}
