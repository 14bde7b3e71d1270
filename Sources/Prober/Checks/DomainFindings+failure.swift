import Cryptography
import Platform
import Resolver

extension DomainFindings {
    /// What a failed transfer to the host means.
    static func finding(
        of failure: TransferFailure, at file: Observation, _ consequence: String
    ) -> ProbeFinding {
        let code = code(of: failure)
        return ProbeFinding(
            code, at: file.vantage, failure.description,
            consequence: code.meansUnknown ? "nothing was learnt of the host" : consequence,
            advice: advice(for: failure), evidence: evidence(file))
    }

    /// A failure, or that no name server answers: then Apple's name is not found either, for the same reason.
    func blamed(_ failure: TransferFailure) -> TransferFailure {
        guard self[.deviceCopy]?.outcome == .failed(failure) else { return failure }
        let refusal = ResolutionError.refused.description
        return switch failure {
        case .timedOut(.resolve): .noNameServer(reason: "none answered in time")
        case .unresolved(refusal): .noNameServer(reason: refusal)
        default: failure
        }
    }

    static func evidence(_ file: Observation) -> [ProbeFinding.Evidence] {
        var evidence = [ProbeFinding.Evidence("url", file.url)]
        if !file.candidates.isEmpty {
            evidence.append(.init("addresses", file.candidates.map(\.description).joined(separator: " ")))
        }
        if let leaf = file.tls?.leaf { evidence += Self.evidence(leaf) }
        if let version = file.tls?.version { evidence.append(.init("version", version)) }
        return evidence
    }

    /// What a certificate says.
    static func evidence(_ leaf: TLSEvidence.Certificate) -> [ProbeFinding.Evidence] {
        [
            .init("subject", leaf.subject), .init("issuer", leaf.issuer),
            .init("names", leaf.names.joined(separator: " ")), .init("expires", leaf.notAfter.description),
            .init("sha256", leaf.fingerprint.hex),
        ]
    }

    /// The code of a failed transfer.
    static func code(of failure: TransferFailure) -> ProbeFindingCode {
        switch failure {
        case .blocked: .addressBlocked
        case .unresolved: .unresolved
        case .noNameServer: .noNameServer
        case .connectFailed, .noRoute: .connectFailed
        case .timedOut(.queue): .proberFault
        case .timedOut: .timedOut
        case .bodyTooLarge: .tooLarge
        case .headersTooLarge, .malformed, .closed: .badAnswer
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
            case .certificateRefused, .handshakeFailed: .tlsFailed
            }
        }
    }

    /// What to do about a failed transfer.
    static func advice(for failure: TransferFailure) -> String {
        switch failure {
        case .blocked: "publish only public addresses for the name; a private fleet is checked with --allow-address"
        case .unresolved(ResolutionError.serverFailed.description), .unresolved(ResolutionError.refused.description):
            "mend the name servers of the name, which do not answer for it: look at its zone, delegation and DNSSEC"
        case .unresolved: "publish an A or AAAA record for the name in public DNS"
        case .noNameServer:
            "name one that answers by --dns-server, or mend this machine's own resolver (/etc/resolv.conf)"
        case .noRoute: "give the prober's own network a way there, as by IPv6, or the name an address that it reaches"
        case .connectFailed: "open port 443 of every address of the name to the world"
        case .timedOut(.queue): "try again; this prober has more to do than it can, and the host was not asked"
        case .timedOut(.resolve):
            "mend the name servers of the name; should other names fail here too, name another one by --dns-server"
        case .timedOut: "answer within a second from everywhere: look for firewalls, dead addresses and cold starts"
        case .bodyTooLarge: "make the file smaller than \(131_072) bytes, uncompressed (assetlinks: 1,048,576)"
        case .headersTooLarge, .malformed, .closed: "let the server answer by plain HTTP/1.1 over TLS"
        case .deferred, .cancelled, .internalFault: "try again; if it stays, the prober's own installation is broken"
        case .tls(let fault):
            switch fault {
            case .expired: "renew the certificate, and find out why that did not happen by itself"
            case .notYetValid: "check the clock of whoever issued the certificate, and use one that holds already"
            case .nameMismatch: "get a certificate whose alternative names hold this very host"
            case .selfSigned: "use a certificate of a public authority"
            case .incompleteChain: "send the intermediate certificate too (the \"full chain\" file); browsers hide this"
            case .unknownAuthority: "use a certificate of a public authority that Apple and Google trust"
            case .protocolTooOld: "offer TLS 1.2 or 1.3"
            case .certificateRefused, .handshakeFailed: "look at the server's TLS set-up for this name (SNI)"
            }
        }
    }
}
