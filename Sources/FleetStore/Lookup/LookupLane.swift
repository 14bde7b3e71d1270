/// How soon a query is sent.
package enum LookupLane: Sendable {
    /// As soon as a batch may be under way.
    case prompt
    /// Behind all prompt ones, in small batches, one at a time and with a pause between: what comes of a flood of slugs
    /// that are mostly no links.
    case patient
}

/// How the patient lane is held back.
struct LookupPatience: Sendable {
    /// The most different queries in a batch.
    ///
    /// Default 16.
    var batchLimit = 16

    /// The time from a batch to the next.
    ///
    /// Default 4 ms: with the size of a batch, 4,000 queries in a second.
    var pause = Duration.milliseconds(4)
}
