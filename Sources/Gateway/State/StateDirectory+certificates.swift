import FleetStore
import Platform

extension StateDirectory {
    /// The file of the certificates that are in the database.
    var certificateFile: String { "\(path)/certificates.state" }

    /// Reads the certificates that are kept.
    ///
    /// - Returns: None when nothing is kept.
    /// - Throws: ``GatewayError`` when it cannot be used; nothing of it is.
    func readCertificates() throws(GatewayError) -> [SealedCertificate] {
        do {
            return try CertificateState(decoding: File.readRegular(certificateFile, limit: 1 << 30)).certificates
        } catch let error as SystemError where error.isMissingFile {
            return []
        } catch {
            throw GatewayError(.refused, "\(certificateFile): \(error)")
        }
    }

    /// Keeps certificates, in one step.
    ///
    /// - Throws: ``GatewayError``; what was kept before stays.
    func write(_ certificates: [SealedCertificate]) throws(GatewayError) {
        do {
            try File.replace(certificateFile, with: try CertificateState(certificates).encoded(), mode: 0o600)
        } catch {
            throw GatewayError(.unavailable, "\(certificateFile): \(error)")
        }
    }
}
