package import Cryptography

/// What was seen at a vantage, in the terms that a verdict is made of.
package enum Sighting: Hashable, Sendable {
    /// A file, with its digest.
    case document([UInt8], SHA256Digest)
    /// There is no file.
    case missing(String)
    /// Whoever should have the file has none, for this reason.
    case failing(String)
    /// Nobody answered, for this reason.
    case unreachable(String)
    /// The address policy forbids to ask, for this reason.
    case blocked(String)
    /// Apple's fetcher is treated differently, in this way, and gets this file or none.
    case filtered(String, [UInt8]?)
    /// Nobody was asked, for this reason: it was put off.
    case notAsked(String)
    /// The prober is at fault, for this reason.
    case proberFault(String)
}
