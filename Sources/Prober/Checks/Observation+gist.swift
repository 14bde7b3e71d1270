import Cryptography

extension Observation {
    /// How it ended, in a clause without a full stop.
    var gist: String {
        switch outcome {
        case .answered(let status): "the answer is \(status)"
        case .failed(let failure): failure.text(showing: tls)
        }
    }

    /// The certificate that it failed by, else the server's own.
    var culprit: TLSEvidence.Certificate? {
        if case .failed(.tls(let fault)) = outcome { tls?.culprit(of: fault) } else { tls?.leaf }
    }
}

extension TransferFailure {
    /// What happened, with what the certificate that was presented says of it.
    func text(showing tls: TLSEvidence?) -> String {
        guard case .tls(let fault) = self, let tls, let leaf = tls.leaf, let culprit = tls.culprit(of: fault) else {
            return description
        }
        let authority = culprit == leaf ? nil : "a certificate of its authority, \(culprit.subject),"
        switch fault {
        case .expired: return (authority.map { "\($0) has expired" } ?? description) + ": it ended \(culprit.notAfter)"
        case .notYetValid:
            return (authority.map { "\($0) is not valid yet" } ?? description) + ": it begins \(culprit.notBefore)"
        case .nameMismatch:
            let names = leaf.names.isEmpty ? "none" : leaf.names.prefix(3).joined(separator: ", ")
            let more = leaf.names.count > 3 ? " and \(leaf.names.count - 3) more" : ""
            return "\(description): \(names)\(more)"
        case .selfSigned, .unknownAuthority, .incompleteChain: return "\(description): it is issued by \(leaf.issuer)"
        case .badSignature, .weak, .unsuitable, .certificateRefused, .protocolTooOld, .clientCertificateMissing,
            .notTLS, .handshakeFailed:
            return description
        }
    }
}
