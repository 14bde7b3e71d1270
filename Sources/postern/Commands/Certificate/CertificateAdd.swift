import CommandLine
import FleetStore
import Gateway

/// `postern certificate add`: stores a certificate for all gateways.
struct CertificateAdd: FleetWrite {
    private static let chain = Positional(
        "CHAIN", "a PEM file: the certificate, then those of the authorities between it and the root")
    private static let key = Positional("KEY", "a PEM file with its private key; CHAIN by default", .optional)

    static let spec = CommandSpec(
        "certificate add", "Stores a certificate and its key, sealed, for all gateways.",
        discussion: [
            "The names are read from the certificate. It replaces those of the same kind of key for no other names that"
                + " end no later; the kinds are ECDSA and RSA, and a name may have one of each."
        ],
        positionals: [chain, key], options: [CertificateKey.option.required, .database],
        examples: [
            .init(
                "what certbot got",
                "postern certificate add live/a/fullchain.pem live/a/privkey.pem --certificate-key /etc/postern/sealing"
            )
        ])

    private let files: CertificateFiles
    private let key: CertificateKey
    let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        let chain = try arguments.word(Self.chain)
        files = CertificateFiles(chain: chain, key: arguments.text(Self.key) ?? chain)
        key = try CertificateKey(arguments)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let certificate = try StoredCertificate(sealing: try files.read(), with: try key.read())
        let replaced = try database.openStore().add(certificate, as: Self.operation)
        console.note("stored for \(certificate.names.joined(separator: ", ")) until \(certificate.ends)")
        if !replaced.isEmpty { console.note("replaced: \(replaced.count)") }
        return .done
    }
}
