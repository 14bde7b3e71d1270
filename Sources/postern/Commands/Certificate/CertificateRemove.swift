import CommandLine
import FleetStore

/// `postern certificate remove`: takes a certificate away from all gateways.
struct CertificateRemove: FleetWrite {
    static let spec = CommandSpec(
        "certificate remove", "Takes a certificate away; gateways present it no more from the next handshake on.",
        positionals: [.fingerprint], options: [.database],
        examples: [.init("one of those listed", "postern certificate remove 3f0c…")])

    private let fingerprint: String
    let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        fingerprint = try arguments.word(.fingerprint)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let store = try database.openStore()
        let certificate = try store.certificate(fingerprint)
        try store.remove(certificates: [certificate.fingerprint], as: Self.operation)
        console.note("removed, for \(certificate.names.joined(separator: ", "))")
        return .done
    }
}
