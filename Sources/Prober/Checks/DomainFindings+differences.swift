import Association
import Cryptography
import Platform

extension DomainFindings {
    /// What differs between ways of asking the host.
    var differences: [ProbeFinding] { filtered + addresses + root }

    /// Something before the host that treats Apple's fetcher differently (case 3).
    private var filtered: [ProbeFinding] {
        guard let file = self[.file(.aasa)], let plain = self[.plainFile(.aasa)], let document = plain.document,
            !isSame(file, plain)
        else { return [] }
        if file.document == nil, case .failed(.tls) = file.outcome { return [] }
        return [
            ProbeFinding(
                .appleFiltered, at: .origin,
                "Apple's user agent gets \(file.document == nil ? file.outcome.label : "another file") where a plain one gets"
                    + " the file (\(document.count) bytes)",
                consequence: "Apple's network cannot get the file that browsers see",
                advice: "exempt /.well-known/apple-app-site-association from bot protection, for every user agent",
                evidence: [.init("AASA-Bot/1.0.0", file.outcome.label), .init("plain", plain.outcome.label)])
        ]
    }

    /// Addresses of the name that are out of step with the others.
    private var addresses: [ProbeFinding] {
        let single = observations.compactMap { observation -> (address: IPAddress, seen: Observation)? in
            if case .fileAt(.aasa, let address) = observation.thing { (address, observation) } else { nil }
        }
        let good = single.filter { $0.seen.outcome.status != nil }
        guard let usual = mostCommon(good.map(\.seen)) else { return [] }
        let dead = single.filter { $0.seen.outcome.status == nil }
        var findings: [ProbeFinding] = []
        let six = single.filter { !$0.address.isIPv4 }
        let isSixDead = !six.isEmpty && six.allSatisfy { $0.seen.outcome.status == nil }
        if isSixDead {
            findings.append(
                ProbeFinding(
                    .ipv6Unreachable, at: .origin, "no IPv6 address of the name answers, while IPv4 does",
                    consequence: "devices with IPv6 lose time, or the file, if that is so from everywhere",
                    advice: "mend or withdraw the AAAA records, unless this prober's own network has no IPv6",
                    evidence: six.map { .init("\($0.address)", $0.seen.outcome.label) }))
        }
        for (address, seen) in dead where address.isIPv4 || !isSixDead {
            findings.append(
                ProbeFinding(
                    .addressDead, at: .origin, "\(address) does not give the file: \(seen.outcome.label)",
                    consequence: "whoever is led to this address fails, now and then",
                    advice: "mend the server at this address, or take the address out of DNS",
                    evidence: [.init("address", "\(address)"), .init("outcome", seen.outcome.label)]))
        }
        for (address, seen) in good where !isSame(seen, usual) {
            findings.append(
                ProbeFinding(
                    .addressDiffers, at: .origin, "\(address) answers otherwise than the other addresses",
                    consequence: "it depends on chance which file Apple gets",
                    advice: "bring the server at this address to the same state as the others",
                    evidence: [.init("address", "\(address)"), .init("outcome", seen.outcome.label)]
                        + (seen.bodyDigest.map { [.init("sha256", $0.hex)] } ?? [])))
        }
        return findings
    }

    /// The copy at the root, which old systems read (case 23).
    private var root: [ProbeFinding] {
        guard let file = self[.file(.aasa)], file.document != nil, let root = self[.rootFile], let copy = root.document,
            !isSame(file, root)
        else { return [] }
        return [
            ProbeFinding(
                .rootDiffers, at: .origin, "the copy at the root is another file (\(copy.count) bytes)",
                consequence: "systems that still read the root open other URLs than the rest",
                advice: "serve the same bytes at both paths, or nothing at the root",
                evidence: [.init("url", root.url), .init("sha256", root.bodyDigest?.hex ?? "")])
        ]
    }

    // MARK: - Comparison

    private func isSame(_ left: Observation, _ right: Observation) -> Bool {
        guard left.outcome == right.outcome else { return false }
        guard let one = left.document, let other = right.document else { return true }
        return DocumentEquality.isSame(one, other)
    }

    private func mostCommon(_ all: [Observation]) -> Observation? {
        let counts = all.map { one in all.count { isSame($0, one) } }
        guard let most = counts.max(), let index = counts.firstIndex(of: most) else { return nil }
        return all[index]
    }
}
