import CommandLine
import Cryptography
import FleetStore
import Gateway

/// `postern certificate import`: stores all certificates of a directory.
struct CertificateImport: FleetWrite {
    private static let directory = Positional("DIR", "a directory as 'postern serve --certificates' takes it")

    static let spec = CommandSpec(
        "certificate import", "Stores what an ACME client got: all certificates of a directory that are new.",
        discussion: [
            "One that is refused is told and the others are stored. Run it again whenever the client has run."
        ],
        positionals: [directory], options: [CertificateKey.option.required, .database],
        answers: [(1, "some are refused")],
        examples: [
            .init(
                "all that certbot keeps",
                "postern certificate import /etc/letsencrypt/live --certificate-key /etc/postern/sealing")
        ])

    private let directory: String
    private let key: CertificateKey
    let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        directory = try arguments.word(Self.directory)
        key = try CertificateKey(arguments)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let key = try key.read()
        let found = try CertificateFiles.find(in: directory)
        let store = try database.openStore()
        let known = Set(try store.certificates().map(\.fingerprint))
        var (added, refused) = (0, 0)
        for files in found {
            do {
                let certificate = try files.read()
                guard !known.contains(certificate.leaf.fingerprint) else { continue }
                try store.add(StoredCertificate(sealing: certificate, with: key), as: Self.operation)
                console.note("stored for \(certificate.names.joined(separator: ", "))")
                added += 1
            } catch let error as GatewayError {
                console.note("refused: \(files.chain): \(error)")
                refused += 1
            }
        }
        console.note(
            "stored: \(added), known before or replaced: \(found.count - added - refused), refused: \(refused)")
        return refused == 0 ? .done : .answer(1)
    }
}
