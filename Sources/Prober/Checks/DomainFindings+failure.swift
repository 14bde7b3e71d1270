import Cryptography
import Platform

extension DomainFindings {
    /// What a failed transfer to the host means.
    static func finding(
        of failure: TransferFailure, at file: Observation, _ consequence: String
    ) -> ProbeFinding {
        let code = code(of: failure)
        return ProbeFinding(
            code, at: file.vantage, failure.text(showing: file.tls),
            consequence: code.meansUnknown ? "nothing was learnt of the host" : consequence,
            advice: failure.remedy(showing: file.tls), evidence: evidence(file))
    }

    /// A failure, or that no name server answers: then Apple's name is not found either, for the same reason.
    func blamed(_ failure: TransferFailure) -> TransferFailure {
        guard self[.deviceCopy]?.outcome == .failed(failure) else { return failure }
        return switch failure {
        case .timedOut(.resolve): .noNameServer(reason: "none answered in time")
        case .nameServerFailed(let reason), .unresolved(let reason): .noNameServer(reason: reason)
        default: failure
        }
    }

    static func evidence(_ file: Observation) -> [ProbeFinding.Evidence] {
        var evidence = [ProbeFinding.Evidence("url", file.url)]
        if !file.candidates.isEmpty {
            evidence.append(.init("addresses", file.candidates.map(\.description).joined(separator: " ")))
        }
        if let certificate = file.culprit { evidence += Self.evidence(certificate) }
        if let version = file.tls?.version { evidence.append(.init("version", version)) }
        return evidence
    }

    /// What a certificate says.
    static func evidence(_ certificate: TLSEvidence.Certificate) -> [ProbeFinding.Evidence] {
        [
            .init("subject", certificate.subject), .init("issuer", certificate.issuer),
            .init("names", certificate.names.joined(separator: " ")),
            .init("expires", certificate.notAfter.description), .init("sha256", certificate.fingerprint.hex),
        ]
    }

    /// The code of a failed transfer.
    static func code(of failure: TransferFailure) -> ProbeFindingCode {
        switch failure {
        case .blocked: .addressBlocked
        case .unresolved, .nameServerFailed: .unresolved
        case .noNameServer: .noNameServer
        case .connectFailed: .connectFailed
        case .timedOut(.queue), .noRoute: .proberFault
        case .timedOut: .timedOut
        case .bodyTooLarge: .tooLarge
        case .headersTooLarge, .malformed, .cutShort, .undecodable, .closed: .badAnswer
        case .deferred, .cancelled, .internalFault: .proberFault
        case .tls(let fault):
            switch fault {
            case .expired: .tlsExpired
            case .notYetValid: .tlsNotYetValid
            case .nameMismatch: .tlsNameMismatch
            case .selfSigned: .tlsSelfSigned
            case .incompleteChain: .tlsIncompleteChain
            case .unknownAuthority: .tlsUnknownAuthority
            case .protocolTooOld: .tlsProtocolTooOld
            case .badSignature, .weak, .unsuitable, .certificateRefused, .clientCertificateMissing, .notTLS,
                .handshakeFailed:
                .tlsFailed
            }
        }
    }
}
