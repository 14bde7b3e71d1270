package import Cryptography
import Platform

/// What a probe saw of a file and made of it, as it is stored.
package struct JudgedFile: Hashable, Sendable {
    /// Which file, seen where.
    package var file: ObservedFile

    /// What it means.
    package var judgement: Judgement

    /// How the transfer ended, as a word: `answered-200`, `timed-out-connect`.
    package var outcome: String

    /// The digest of the file that was seen.
    package var digest: SHA256Digest?

    /// The file that was seen; kept when it differs from what was seen before.
    package var body: [UInt8]?

    /// Status, header fields, address, certificate: a JSON object.
    package var evidence: String

    /// The addresses that might have answered, as DNS gave them.
    var addresses: [IPAddress] = []

    /// Whether anybody was asked; what was put off is no observation.
    ///
    /// Default true.
    package var wasAsked = true

    /// Makes what was seen.
    package init(
        _ file: ObservedFile, _ judgement: Judgement, outcome: String, digest: SHA256Digest? = nil,
        body: [UInt8]? = nil, evidence: String = "{}"
    ) {
        self.file = file
        self.judgement = judgement
        self.outcome = outcome
        self.digest = digest
        self.body = body
        self.evidence = evidence
    }
}
