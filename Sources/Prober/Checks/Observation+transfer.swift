import Association
import Cryptography
import Platform

extension Observation {
    /// The header fields that are kept as evidence.
    private static let kept: Set<String> = [
        "age", "apple-failure-details", "apple-failure-reason", "apple-from", "apple-origin-format", "apple-try-direct",
        "cache-control", "content-encoding", "content-length", "content-type", "date", "etag", "last-modified",
        "location", "retry-after", "server", "via", "x-cache",
    ]

    /// The longest value that is kept.
    private static let longestValue = 512

    /// Says what a transfer saw.
    init(_ thing: ObservedThing, url: TransferURL, _ record: TransferRecord) {
        let headers = record.headers.filter { Self.kept.contains($0.name) }.map {
            HeaderField(name: $0.name, value: String($0.value.prefix(Self.longestValue)))
        }
        self.init(
            thing, url: url.description, time: record.time, outcome: record.outcome, headers: headers,
            body: record.body,
            bodyDigest: record.outcome.status == nil ? nil : try? SHA256.digest(of: record.body), timing: record.timing,
            remoteAddress: record.remoteAddress, candidates: record.candidates)
        freshness = thing.vantage == .googleDAL ? GoogleAnswer(self)?.freshness : DocumentFreshness(headers)
    }

    /// The observation with what a handshake with the same address showed: the fault, where libcurl's result leaves it
    /// open, and for the file itself all the rest.
    func completed(by evidence: TLSEvidence?) -> Observation {
        guard vantage == .origin, let evidence else { return self }
        var copy = self
        switch outcome {
        case .failed(.tls(let fault)): copy.outcome = .failed(.tls(evidence.fault ?? fault))
        // In TLS 1.3 a client learns after the handshake that it should have had one (RFC 8446 section 4.4.2.4).
        case .failed(.closed) where evidence.asksForCertificate:
            copy.outcome = .failed(.tls(.clientCertificateMissing))
        default: break
        }
        switch thing {
        case .file(.aasa), .fileAt: copy.tls = evidence
        default: break
        }
        return copy
    }
}

extension ObservedThing {
    /// The place of the observation in a report.
    var rank: Int {
        switch self {
        case .file(.aasa): 0
        case .plainFile: 1
        case .fileAt: 2
        case .rootFile: 3
        case .file(.assetlinks): 4
        case .nodeFile: 5
        case .deviceCopy: 6
        case .freshCopy: 7
        case .statements: 8
        case .assetCheck: 9
        }
    }
}

extension DocumentFreshness {
    /// Reads `Cache-Control: max-age` and `Age` (RFC 9111 sections 5.1 and 5.2); `Expires` of Apple's network contradicts
    /// them and is not read.
    init?(_ headers: [HeaderField]) {
        guard let control = headers.value("cache-control") else { return nil }
        let words = control.lowercased().split { $0 == "," || $0 == " " }
        guard let seconds = words.compactMap({ $0.hasPrefix("max-age=") ? Int($0.dropFirst(8)) : nil }).first,
            (0...31_536_000).contains(seconds)
        else { return nil }
        let age = headers.value("age").flatMap(Int.init) ?? 0
        self.init(lifetime: .seconds(seconds), age: .seconds(max(0, min(age, 31_536_000))))
    }
}

extension TLSEvidence {
    /// The most certificates of a chain that are kept.
    private static let longestChain = 10
    /// The most names of a certificate that are kept.
    private static let mostNames = 100

    /// Says what a handshake saw.
    init(_ inspection: TLSInspection) {
        let chain = zip(inspection.chain, inspection.isUsed).prefix(Self.longestChain).map { certificate, isUsed in
            Certificate(
                fingerprint: certificate.fingerprint, subject: certificate.subject, issuer: certificate.issuer,
                names: Array(certificate.dnsNames.prefix(Self.mostNames)), notBefore: certificate.notBefore,
                notAfter: certificate.notAfter, isUsed: isUsed)
        }
        self.init(
            version: inspection.version?.description, chain: chain, certificateCount: inspection.chain.count,
            fault: TLSFault(inspection), asksForCertificate: inspection.asksForCertificate)
    }
}

extension TLSFault {
    /// The weightiest fault of a handshake; `nil` when a client would go on, or could not even connect.
    fileprivate init?(_ inspection: TLSInspection) {
        switch inspection.failure {
        case .versionUnsupported, .alert(70): self = .protocolTooOld
        case .alert where inspection.asksForCertificate, .closed where inspection.asksForCertificate:
            self = .clientCertificateMissing
        case .notTLS: self = .notTLS
        case .alert, .protocolViolated, .closed: self = .handshakeFailed
        case .notConnected, .connectTimedOut, .handshakeTimedOut, .noMemory: return nil
        case nil:
            guard let finding = inspection.findings.first(where: \.isFatal) else { return nil }
            self =
                switch finding {
                case .expired: .expired
                case .notYetValid: .notYetValid
                case .nameMismatch: .nameMismatch
                case .selfSigned: .selfSigned
                case .incompleteChain: .incompleteChain
                case .unknownAuthority: .unknownAuthority
                case .protocolTooOld: .protocolTooOld
                case .badSignature: .badSignature
                case .weak: .weak
                case .unsuitable: .unsuitable
                case .expiresSoon, .other: .certificateRefused
                }
        }
    }
}
