import CommandLine
import Cryptography
import FleetStore
import JSONText
import Platform

/// `postern certificate list`: the certificates, and which domains lack one.
struct CertificateList: Command {
    static let spec = CommandSpec(
        "certificate list", "Lists the certificates by name, and the live domains that lack one.",
        options: [.database], flags: [.json],
        examples: [.init("all of them", "postern certificate list")])

    private let isJSON: Bool
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        isJSON = arguments.has(.json)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let coverage = try database.openStore().certificateCoverage()
        let records = coverage.certificates.map { Record($0) }
        let lacking = coverage.due(before: .now()).map(\.name)
        guard !isJSON else {
            try console.writeJSON { writer in
                writer.name("certificates")
                writer.array { writer in records.forEach { writer.write($0) } }
                writer.member("lacking", lacking)
            }
            return .done
        }
        try console.list("certificates", records, columns: ["names", "key", "ends", "fingerprint"], json: false)
        for name in lacking { console.note("lacks one that holds: \(name)") }
        return .done
    }
}

extension Record {
    /// A certificate, without its key.
    init(_ certificate: StoredCertificate) {
        add("names", .list(certificate.names))
        add("key", certificate.keyKind.rawValue)
        add("begins", certificate.begins)
        add("ends", certificate.ends)
        add("issuer", certificate.issuer)
        add("intermediates", .number(certificate.chain.count - 1))
        add("fingerprint", certificate.fingerprint.hex)
        add("stored", certificate.stored)
    }
}
