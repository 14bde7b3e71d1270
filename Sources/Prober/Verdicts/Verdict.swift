/// How what is seen at a vantage stands to what a domain has published.
///
/// Raw values are what is stored and shown.
package enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// It decides every ordinary URL as the current revision does.
    case inSync = "in_sync"
    /// It is an earlier revision of ours.
    case stale
    /// It is a file that was never ours.
    case foreign
    /// Whoever should have the file has none, and says why.
    case failing
    /// Nobody answers.
    case unreachable
    /// The address policy forbids to ask.
    case blocked
    /// It is no association file that could be read.
    case invalid
    /// A gateway serves what was published before, and knows of nothing newer.
    case nodeBehind = "node_behind"
    /// A gateway serves something else than what it says it knows.
    case nodeDivergent = "node_divergent"
    /// Something on the way treats Apple's fetcher differently from others.
    case filtered
    /// The prober itself is at fault: nothing is known of the domain.
    case proberBroken = "prober_broken"
}
