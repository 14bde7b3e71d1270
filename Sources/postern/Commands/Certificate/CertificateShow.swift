import CommandLine
import Cryptography
import FleetStore
import JSONText

/// `postern certificate show`: one certificate.
struct CertificateShow: Command {
    static let spec = CommandSpec(
        "certificate show", "Shows a certificate; its key is never shown.",
        positionals: [.fingerprint], options: [.database], flags: [.json],
        examples: [.init("one of those listed", "postern certificate show 3f0c…")])

    private let fingerprint: String
    private let isJSON: Bool
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        fingerprint = try arguments.word(.fingerprint)
        isJSON = arguments.has(.json)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let certificate = try database.openStore().certificate(fingerprint)
        try console.show("certificate", Record(certificate), json: isJSON)
        return .done
    }
}

extension Positional {
    /// The fingerprint of a certificate.
    static let fingerprint = Positional(
        "FINGERPRINT", "its fingerprint, as 'postern certificate list' shows it, or the beginning of it")
}

extension FleetStore {
    /// The certificate whose fingerprint begins so.
    func certificate(_ beginning: String) throws -> StoredCertificate {
        let found = try certificates().filter { $0.fingerprint.hex.hasPrefix(beginning.lowercased()) }
        guard let certificate = found.first, !beginning.isEmpty else {
            throw CommandFailure(.noInput, "there is no certificate \(beginning.quotedForMessage)")
        }
        guard found.count == 1 else {
            throw CommandFailure(.usage, "\(found.count) certificates begin with \(beginning): give more of it")
        }
        return certificate
    }
}
