import Cryptography
import Platform

/// The certificates of a gateway, from its directory and from the database, as one table; safe from any thread.
final class PresentedCertificates: Sendable {
    /// Where certificates come from.
    enum Source {
        case directory
        case database
    }

    /// What a source offers.
    struct Offer: Sendable {
        var certificates: [ServerCertificate] = []
        /// Those that it cannot offer as they are now.
        var refused = 0
    }

    /// What TLS is ended with.
    let tls: TLSServer

    private let offers = LockedValue<[Source: Offer]>([:])
    private let current = LockedValue(CertificateStatus())

    /// Begins without a certificate.
    init(_ tls: TLSServer) {
        self.tls = tls
    }

    /// How it stands now.
    var status: CertificateStatus { current.withLock { $0 } }

    /// Presents what a source offers now beside what the others do, from the next handshake on.
    ///
    /// - Throws: ``CryptographyError``; then all stays as it was.
    func replace(_ source: Source, with offer: Offer) throws(CryptographyError) {
        try offers.withLock { offers throws(CryptographyError) in
            var next = offers
            next[source] = offer
            let certificates = next.values.flatMap(\.certificates)
            let table = try CertificateTable(certificates)
            tls.certificates = table
            offers = next
            let status = CertificateStatus(
                names: table.count, certificates: certificates.count,
                refused: next.values.reduce(0) { $0 + $1.refused },
                firstEnd: certificates.map(\.leaf.notAfter).min())
            current.withLock { $0 = status }
        }
    }
}
