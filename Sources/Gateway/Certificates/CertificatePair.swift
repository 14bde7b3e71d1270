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

    /// The pair after a look at the files; `nil` where they were not written since the last one.
    func looking(at files: CertificateFiles) -> CertificatePair? {
        let now = [try? FileStamp(path: files.chain), try? FileStamp(path: files.key)]
        guard now != stamps else { return nil }
        var pair = self
        pair.stamps = now
        do throws(GatewayError) {
            pair.certificate = try files.read()
            pair.refusal = nil
        } catch {
            pair.refusal = error.description
        }
        return pair
    }
}
