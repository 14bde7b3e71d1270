import Cryptography
import Platform
import Telemetry

/// What a gateway that ends TLS itself has besides: certificates and ticket secrets, both looked at again and again.
struct SecureSide: Sendable {
    let tls: TLSServer
    let certificates: CertificateDirectory
    private let secrets: TicketSecretsFile?

    /// Reads the certificates and the secrets.
    ///
    /// - Throws: ``GatewayError`` when the directory or the file of the secrets cannot be read.
    init(_ configuration: GatewayConfiguration.TLS, log: Log) throws(GatewayError) {
        var given: TicketSecrets?
        if let path = configuration.ticketSecrets { given = try TicketSecretsFile.read(path) }
        let read = given
        let tls = try GatewayError.wrapping(.internalFault) { () throws(CryptographyError) in
            if let read { return try TLSServer(secrets: read) }
            return try TLSServer(secrets: TicketSecrets())
        }
        self.tls = tls
        certificates = CertificateDirectory(path: configuration.certificates, tls: tls, log: log)
        self.secrets = configuration.ticketSecrets.map { TicketSecretsFile(path: $0, tls: tls, log: log) }
        try certificates.start()
    }

    /// Looks at the files again when it is time.
    func tick() {
        certificates.tick()
        secrets?.tick()
    }

    /// Looks at the files again now.
    func reload() {
        certificates.reload()
        secrets?.tick()
    }
}
