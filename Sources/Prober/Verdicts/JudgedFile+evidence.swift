extension JudgedFile {
    /// Makes what was seen by a transfer, with its evidence.
    init(_ file: ObservedFile, _ judgement: Judgement, _ seen: Observation) {
        self.init(
            file, judgement, outcome: seen.outcome.label, digest: seen.bodyDigest,
            body: seen.body.isEmpty ? nil : seen.body, evidence: seen.evidence)
        addresses = seen.candidates
        if case .notAsked = seen.sighting { wasAsked = false }
    }
}
