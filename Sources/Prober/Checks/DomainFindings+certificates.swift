import Association
import Platform

extension DomainFindings {
    /// How long before its end a certificate is a finding.
    static let expiryWarning = Duration.seconds(21 * 86_400)

    /// A certificate that this prober's fetcher takes and Apple's does not, or that will soon have expired.
    var certificates: [ProbeFinding] {
        guard let file = self[.file(.aasa)], file.outcome.status != nil, let tls = file.tls else { return [] }
        if let fault = tls.fault {
            // libcurl takes a name from the subject where there are no alternative names; Apple does not (case 108).
            return [Self.finding(of: .tls(fault), at: file, "Apple and Google refuse the connection")]
        }
        guard let expiry = tls.expiry, expiry > time, expiry - time < Self.expiryWarning else { return [] }
        let days = (expiry - time).components.seconds / 86_400
        return [
            ProbeFinding(
                .tlsExpiresSoon, at: .origin, "the certificate expires in \(days) days, at \(expiry)",
                consequence: "from then on neither Apple nor Google can fetch the files",
                advice: "renew the certificate; if that should happen by itself, find out why it has not",
                evidence: [
                    .init("subject", tls.chain.first?.subject ?? ""), .init("issuer", tls.chain.first?.issuer ?? ""),
                ])
        ]
    }
}
