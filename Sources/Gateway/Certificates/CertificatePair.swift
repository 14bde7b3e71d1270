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
        do throws(GatewayError) {
            certificate = try files.read()
            refusal = nil
        } catch {
            refusal = error.description
        }
        return true
    }
}
