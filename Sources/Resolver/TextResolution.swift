/// The `TXT` records of a name.
package struct TextResolution: Hashable, Sendable {
    /// The text of each record in the order of the answer: its strings joined without anything between (as RFC 7208
    /// section 3.3 does), bytes that are not UTF-8 replaced by U+FFFD.
    package let texts: [String]

    /// The name that was asked for and the names that its `CNAME` records lead to.
    package let chain: [String]

    /// How long the answer holds: the least time to live of the records used.
    package let timeToLive: Duration

    /// The time from when the look-up was asked for to its answer, waiting included.
    package let elapsed: Duration
}
