/// What a client makes of the certificates that a server presents.
package struct ChainExamination: Hashable, Sendable {
    /// What is wrong, each once, the weightiest first; empty when the chain is trusted.
    package let findings: [TrustFinding]

    /// Whether the client's path to an authority leads over each presented certificate, in their order; the leaf's always
    /// does, what it does not lead over is surplus.
    package let isUsed: [Bool]
}
