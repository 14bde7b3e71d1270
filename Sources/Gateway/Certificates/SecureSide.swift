import Cryptography
import Platform
import Telemetry

/// What a gateway that ends TLS itself has besides: certificates and ticket secrets, both looked at again and again.
struct SecureSide: Sendable {
    let presented: PresentedCertificates
    /// Those of the database; `nil` without the key to them.
    let stored: StoredCertificates?
    private let directory: CertificateDirectory?
    private let secrets: TicketSecretsFile?

    /// What TLS is ended with.
    var tls: TLSServer { presented.tls }

    /// Reads the certificates of the directory, the key to those of the database, and the ticket secrets.
    ///
    /// - Parameters:
    ///   - configuration: Where they are.
    ///   - stateDirectory: Where the certificates of the database are kept; `nil` when they are not.
    ///   - log: Where it is told.
    /// - Throws: ``GatewayError`` when one of them cannot be read.
    init(
        _ configuration: GatewayConfiguration.TLS, stateDirectory: StateDirectory?, log: Log
    ) throws(GatewayError) {
        var given: TicketSecrets?
        if let path = configuration.ticketSecrets { given = try TicketSecretsFile.read(path) }
        let read = given
        let tls = try GatewayError.wrapping(.internalFault) { () throws(CryptographyError) in
            let protocols = (configuration.offersHTTP2 ? ["h2"] : []) + ["http/1.1", "http/1.0"]
            if let read { return try TLSServer(secrets: read, protocols: protocols) }
            return try TLSServer(secrets: TicketSecrets(), protocols: protocols)
        }
        let presented = PresentedCertificates(tls)
        self.presented = presented
        directory = configuration.certificates.map { CertificateDirectory(path: $0, presented: presented, log: log) }
        secrets = configuration.ticketSecrets.map { TicketSecretsFile(path: $0, tls: tls, log: log) }
        stored = try configuration.certificateKey.map { path throws(GatewayError) in
            StoredCertificates(
                key: try CertificateKeyFile.read(path), presented: presented, directory: stateDirectory, log: log)
        }
        try directory?.start()
        stored?.start()
        if stored == nil, presented.status.certificates == 0 {
            log.warning("no certificate is presented: every handshake will be refused")
        }
    }

    /// Looks at the files again, and writes its own, when it is time.
    func tick() {
        directory?.tick()
        secrets?.tick()
        stored?.tick()
    }

    /// Writes what is not written yet: nothing will tick again.
    func finish() {
        stored?.finish()
    }

    /// Looks at the files again now.
    func reload() {
        directory?.reload()
        secrets?.tick()
    }
}
