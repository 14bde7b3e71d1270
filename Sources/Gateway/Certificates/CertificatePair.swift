import Cryptography
import Platform

/// A certificate of a directory as it was last read.
struct CertificatePair: Sendable {
    /// The stamps of both files; `nil` for one that cannot be looked at.
    private(set) var stamps: [FileStamp?] = []
    /// What is presented; the last good one.
    private(set) var certificate: ServerCertificate?
    /// Why the files as they are now are not presented.
    private(set) var refusal: String?

    /// Whether the files were written since they were last read.
    func isOutdated(_ files: CertificateFiles) -> Bool { stamps != Self.stamps(of: files) }

    /// The pair after the files were read again.
    func reading(_ files: CertificateFiles) -> CertificatePair {
        var pair = self
        pair.stamps = Self.stamps(of: files)
        do throws(GatewayError) {
            pair.certificate = try files.read()
            pair.refusal = nil
        } catch {
            pair.refusal = error.description
        }
        return pair
    }

    private static func stamps(of files: CertificateFiles) -> [FileStamp?] {
        [try? FileStamp(path: files.chain), try? FileStamp(path: files.key)]
    }
}
