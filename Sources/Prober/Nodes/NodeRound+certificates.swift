import Association
import Cryptography
import DeepLinks

extension NodeRound {
    /// Gateways whose certificate is none of those that the database holds for the host.
    var findings: [ProbeFinding] {
        guard !certificates.isEmpty else { return [] }
        let held = certificates.map(\.head).sorted()
        return names.sorted().compactMap { name in
            guard let leaf = presented[name]??.leaf, !certificates.contains(leaf.fingerprint) else { return nil }
            return ProbeFinding(
                .nodeCertificateDiffers, at: .node, about: name,
                "the gateway \(name) presents the certificate \(leaf.fingerprint.head) for \(host), and the database"
                    + " holds \(held.prefix(3).joined(separator: ", "))",
                consequence: "who is led to this gateway does not see a renewal, and is refused in the end",
                advice: "see 'postern gateways': does it follow the database, can it open what is sealed"
                    + " (--certificate-key), has it a newer certificate in --certificates?",
                evidence: DomainFindings.evidence(leaf) + [.init("held", held.joined(separator: " "))])
        }
    }

    /// Gateways that present certificates and did not show theirs, so that nothing is known of it.
    var unseen: Set<String> { Set(presented.filter { $0.value == nil }.keys) }
}

extension SHA256Digest {
    /// As much of the digest as tells two certificates apart, as people compare them.
    fileprivate var head: String { "\(hex.prefix(16))…" }
}
