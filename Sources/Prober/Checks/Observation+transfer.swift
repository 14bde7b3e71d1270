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

    /// The observation with the fault that a handshake found, where libcurl's result leaves it open.
    func refined(by evidence: TLSEvidence?) -> Observation {
        guard vantage == .origin, case .failed(.tls) = outcome, let fault = evidence?.fault else { return self }
        var copy = self
        copy.outcome = .failed(.tls(fault))
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
    /// Says what a handshake saw.
    init(_ inspection: TLSInspection) {
        let chain = inspection.chain.map {
            Certificate(
                subject: $0.subject, issuer: $0.issuer, names: $0.dnsNames, notBefore: $0.notBefore,
                notAfter: $0.notAfter)
        }
        self.init(version: inspection.version?.description, chain: chain, fault: TLSFault(inspection))
    }
}

extension TLSFault {
    /// The weightiest fault of a handshake; `nil` when a client would go on, or could not even connect.
    fileprivate init?(_ inspection: TLSInspection) {
        switch inspection.failure {
        case .versionUnsupported, .alert(70): self = .protocolTooOld
        case .alert, .notTLS, .protocolViolated, .closed: self = .handshakeFailed
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
                case .badSignature, .weak, .unsuitable, .expiresSoon, .other: .certificateRefused
                }
        }
    }
}
