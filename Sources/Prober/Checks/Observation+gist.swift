import Cryptography

extension Observation {
    /// How it ended, in a clause without a full stop.
    var gist: String {
        switch outcome {
        case .answered(let status): "the answer is \(status)"
        case .failed(let failure): failure.text(showing: tls)
        }
    }
}

extension TransferFailure {
    /// What happened, with what the certificate that was presented says of it.
    func text(showing tls: TLSEvidence?) -> String {
        guard case .tls(let fault) = self, let tls, let leaf = tls.leaf else { return description }
        switch fault {
        case .expired:
            let ended = tls.chain.filter(\.isUsed).min { $0.notAfter < $1.notAfter } ?? leaf
            let whose = ended == leaf ? description : "a certificate of its authority, \(ended.subject), has expired"
            return "\(whose): it ended \(ended.notAfter)"
        case .notYetValid: return "\(description): it begins \(tls.chain.map(\.notBefore).max() ?? leaf.notBefore)"
        case .nameMismatch:
            let names = leaf.names.isEmpty ? "none" : leaf.names.prefix(3).joined(separator: ", ")
            let more = leaf.names.count > 3 ? " and \(leaf.names.count - 3) more" : ""
            return "\(description): \(names)\(more)"
        case .selfSigned, .unknownAuthority, .incompleteChain: return "\(description): it is issued by \(leaf.issuer)"
        case .protocolTooOld, .certificateRefused, .notTLS, .handshakeFailed: return description
        }
    }
}
