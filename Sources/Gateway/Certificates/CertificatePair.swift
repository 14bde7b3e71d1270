import Cryptography
import Platform

/// A certificate of a directory as it was last read.
struct CertificatePair {
    /// The stamps of both files; `nil` for one that cannot be looked at.
    private(set) var stamps: [FileStamp?] = []
    /// What is presented; the last good one.
    private(set) var certificate: ServerCertificate?
    /// Why the files as they are now are not presented.
    private(set) var refusal: String?

    /// Reads the files if they were written since they were last read.
    ///
    /// - Returns: Whether they were.
    mutating func update(_ files: CertificateFiles) -> Bool {
        let now = [try? FileStamp(path: files.chain), try? FileStamp(path: files.key)]
        guard now != stamps else { return false }
        stamps = now
        switch Self.read(files) {
        case .success(let certificate):
            self.certificate = certificate
            refusal = nil
        case .failure(let error): refusal = error.description
        }
        return true
    }

    private static func read(_ files: CertificateFiles) -> Result<ServerCertificate, GatewayError> {
        do throws(GatewayError) {
            let (chain, key) = try GatewayError.wrapping(.unreadable) { () throws(SystemError) in
                (try File.readRegular(files.chain, limit: 1 << 20), try File.readSecret(files.key, limit: 1 << 20))
            }
            return .success(
                try GatewayError.wrapping(.refused) { () throws(ServerCertificateError) in
                    try ServerCertificate(chain: chain, key: key)
                })
        } catch {
            return .failure(error)
        }
    }
}
