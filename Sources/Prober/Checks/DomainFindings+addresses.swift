import Association
import Cryptography
import Platform

extension DomainFindings {
    /// An address of the name, and what was seen there.
    typealias AddressSight = (address: IPAddress, seen: Observation)

    /// The addresses of a name with several, in the order of DNS, each asked for a file singly.
    func single(_ kind: AssociationKind) -> [AddressSight] {
        observations.compactMap { observation in
            guard case .fileAt(kind, let address) = observation.thing else { return nil }
            return (address, observation)
        }
    }

    /// Addresses of the name that are out of step with the others.
    ///
    /// Which do not answer is told of one file: they do not for the other.
    var addresses: [ProbeFinding] {
        let single = single(.aasa)
        let good = single.filter { $0.seen.outcome.status != nil }
        guard !good.isEmpty else { return differing(.assetlinks) }
        let dead = single.filter { $0.seen.outcome.status == nil && !Self.isUnasked($0.seen) }
        let six = dead.filter { !$0.address.isIPv4 }
        let isSixDead = !six.isEmpty && good.allSatisfy(\.address.isIPv4)
        var findings = isSixDead ? [unreachableSix(six)] : []
        findings += dead.filter { $0.address.isIPv4 || !isSixDead }.map { Self.dead($0.address, $0.seen) }
        return findings + differing(.aasa) + differing(.assetlinks)
    }

    private func differing(_ kind: AssociationKind) -> [ProbeFinding] {
        let good = single(kind).filter { $0.seen.outcome.status != nil }
        guard let usual = mostCommon(good.map(\.seen)) else { return [] }
        return good.filter { !isSame($0.seen, usual) }.map { differing($0.address, $0.seen) }
    }

    /// Whether it is the prober's own doing that nothing is known of an address.
    private static func isUnasked(_ seen: Observation) -> Bool {
        seen.outcome.failure.map { code(of: $0).meansUnknown } ?? false
    }

    private func unreachableSix(_ six: [AddressSight]) -> ProbeFinding {
        ProbeFinding(
            .ipv6Unreachable, at: .origin, "no IPv6 address of the name answers, while IPv4 does",
            consequence: "devices with IPv6 lose time, or the file, if that is so from everywhere",
            advice: "mend what answers at the AAAA records, or withdraw them",
            evidence: six.map { .init("\($0.address)", $0.seen.outcome.label) })
    }

    private static func dead(_ address: IPAddress, _ seen: Observation) -> ProbeFinding {
        var advice = "mend the server at this address, or take the address out of DNS"
        if let failure = seen.outcome.failure, case .tls = failure {
            advice = "\(failure.remedy(showing: seen.tls)), at this address too"
        }
        return ProbeFinding(
            .addressDead, at: .origin, about: "\(address)", "\(address) does not give the file: \(seen.gist)",
            consequence: "whoever is led to this address fails, now and then", advice: advice,
            evidence: [.init("address", "\(address)"), .init("outcome", seen.outcome.label)]
                + (seen.culprit.map(Self.evidence) ?? []))
    }

    private func differing(_ address: IPAddress, _ seen: Observation) -> ProbeFinding {
        ProbeFinding(
            .addressDiffers, at: .origin, about: "\(address)",
            "\(address) answers otherwise than the other addresses, when asked for the \(seen.thing.kind.rawValue) file",
            consequence: "it depends on chance which file Apple and Google get",
            advice: "bring the server at this address to the same state as the others",
            evidence: [.init("address", "\(address)"), .init("outcome", seen.outcome.label)]
                + (seen.bodyDigest.map { [.init("sha256", $0.hex)] } ?? []))
    }

    /// Addresses that nothing is known of, by the limit or for want of a way.
    var unasked: [ProbeFinding] {
        let single = single(.aasa)
        let asked = single.filter { !Self.isUnasked($0.seen) }.map(\.address)
        guard !single.isEmpty, let all = self[.file(.aasa)]?.candidates else { return [] }
        let rest = all.filter { !asked.contains($0) }
        guard !rest.isEmpty else { return [] }
        let isLimit = rest.count > single.count - asked.count
        return [
            ProbeFinding(
                .addressesUnasked, at: .origin,
                "\(rest.count) more \(rest.count == 1 ? "address" : "addresses") of the name"
                    + " \(rest.count == 1 ? "is" : "are") not asked",
                consequence: "what is served there is not known",
                advice: isLimit
                    ? "nothing, or give the name fewer addresses: at most \(CheckRun.addressLimit) are asked singly"
                    : "nothing, or give the prober's own network a way there, as to IPv6",
                evidence: [.init("addresses", rest.map(\.description).joined(separator: " "))])
        ]
    }

    /// What most addresses answer; of two halves the one that Apple's copy was taken from, else the first.
    private func mostCommon(_ all: [Observation]) -> Observation? {
        let copy = self[.deviceCopy]?.document
        let counts = all.map { one in
            let isCopied = one.document.flatMap { document in copy.map { DocumentEquality.isSame($0, document) } }
            return 2 * all.count { isSame($0, one) } + (isCopied == true ? 1 : 0)
        }
        guard let most = counts.max(), let index = counts.firstIndex(of: most) else { return nil }
        return all[index]
    }
}
