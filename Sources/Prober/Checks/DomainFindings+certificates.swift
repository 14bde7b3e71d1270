import Association
import Cryptography
import Platform

extension DomainFindings {
    /// How long before its end a certificate is a finding.
    static let expiryWarning = Duration.seconds(21 * 86_400)

    /// How long before its end it is more than a warning: whoever renews by themselves has long tried to.
    static let expiryAlarm = Duration.seconds(3 * 86_400)

    /// Certificates that this prober's fetcher takes and Apple's does not, that will soon have expired, or that are none
    /// of the gateways'.
    var certificates: [ProbeFinding] { refused + ending + foreign }

    /// What each address presented; of a name with one address, what the file's own did.
    private var presented: [Observation] {
        let single = single(.aasa).map(\.seen)
        return (single.isEmpty ? [self[.file(.aasa)]].compactMap(\.self) : single).filter { $0.tls != nil }
    }

    /// libcurl takes a name from the subject where there are no alternative names; Apple does not (case 108).
    private var refused: [ProbeFinding] {
        var known: Set<TLSFault> = []
        return presented.compactMap { seen in
            guard seen.outcome.status != nil, let fault = seen.tls?.fault, known.insert(fault).inserted else {
                return nil
            }
            return Self.finding(of: .tls(fault), at: seen, "Apple and Google refuse the connection")
        }
    }

    private var ending: [ProbeFinding] {
        let all = presented.filter { $0.outcome.status != nil && $0.tls?.fault == nil }
        let soon = all.filter { seen in
            guard let expiry = seen.tls?.expiry else { return false }
            return expiry > time && expiry - time < Self.expiryWarning
        }
        let first = soon.min { ($0.tls?.expiry ?? time) < ($1.tls?.expiry ?? time) }
        guard let tls = first?.tls, let certificate = tls.firstToExpire else { return [] }
        let left = certificate.notAfter - time
        let isOwn = certificate == tls.leaf
        let place = soon.count == all.count ? "" : " at \(Self.list(soon))"
        return [
            ProbeFinding(
                .tlsExpiresSoon, severity: left < Self.expiryAlarm ? .error : .warning, at: .origin,
                "the \(isOwn ? "" : "intermediate ")certificate\(place) expires in \(left.inDays), at"
                    + " \(certificate.notAfter)",
                consequence: "from then on neither Apple nor Google can fetch the files",
                advice: isOwn
                    ? "renew the certificate; if that should happen by itself, find out why it has not"
                    : "send the authority's present intermediate certificate with the server's own",
                evidence: Self.evidence(certificate))
        ]
    }

    /// What is presented and not in the database, where the gateways have their certificates from there.
    private var foreign: [ProbeFinding] {
        guard !target.certificates.isEmpty else { return [] }
        let others = presented.filter { $0.tls?.leaf.map { !target.certificates.contains($0.fingerprint) } ?? false }
        guard let leaf = others.first?.tls?.leaf else { return [] }
        return [
            ProbeFinding(
                .certificateDiffers, at: .origin,
                "\(Self.list(others)) presents a certificate that the database does not hold for \(host)",
                consequence: "somebody else ends TLS there, or a gateway has not taken the newest certificate over: its"
                    + " renewal will not be seen",
                advice:
                    "see 'postern certificate list' and 'postern gateways': does the name lead to the gateways, do they"
                    + " follow the database, has one a newer certificate in --certificates?",
                evidence: Self.evidence(leaf))
        ]
    }

    private static func list(_ seen: [Observation]) -> String {
        seen.compactMap { $0.address?.description }.joined(separator: " and ")
    }
}
