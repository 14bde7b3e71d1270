/// A query that waits for its answer.
struct PendingLookup: Sendable {
    var query: LinkQuery
    var deadline: ContinuousClock.Instant
    var completion: @Sendable (LookupAnswer) -> Void
}

/// The queries of the look-up thread: those that wait to be sent and those that were sent, in batches.
///
/// Equal ones of a batch are sent once; one that is under way is not joined, for its link may have changed since. A value without input or output. Every query is answered once: from its batch, or at its deadline.
struct LookupQueue {
    /// The most different queries in a batch.
    let batchLimit: Int

    /// The most batches that are under way.
    let batchesInFlight: Int

    private var waiting: [PendingLookup] = []
    /// What was sent, oldest batch first; `nil` for a query whose deadline has passed.
    private var batches: [[Sent?]] = []

    /// A query that was sent, and its place among the different ones of its batch.
    private struct Sent {
        var lookup: PendingLookup
        var place: Int
    }

    init(batchLimit: Int, batchesInFlight: Int) {
        self.batchLimit = batchLimit
        self.batchesInFlight = batchesInFlight
    }

    /// When the next query has to be answered, whatever happens; `nil` when there is none.
    ///
    /// All have the same time, so the oldest is the first.
    var nextDeadline: ContinuousClock.Instant? {
        for batch in batches {
            if let first = batch.lazy.compactMap({ $0 }).first { return first.lookup.deadline }
        }
        return waiting.first?.deadline
    }

    /// Whether a batch may be sent now.
    var maySend: Bool { !waiting.isEmpty && batches.count < batchesInFlight }

    mutating func append(_ lookups: [PendingLookup]) {
        waiting += lookups
    }

    /// Takes the next batch; its answer is expected after those of the batches before.
    mutating func takeBatch() -> [LinkQuery] {
        var queries: [LinkQuery] = []
        var places: [LinkQuery: Int] = [:]
        var batch: [Sent?] = []
        for lookup in waiting {
            if let place = places[lookup.query] {
                batch.append(Sent(lookup: lookup, place: place))
                continue
            }
            guard queries.count < batchLimit else { break }
            places[lookup.query] = queries.count
            batch.append(Sent(lookup: lookup, place: queries.count))
            queries.append(lookup.query)
        }
        waiting.removeFirst(batch.count)
        batches.append(batch)
        return queries
    }

    /// Answers the oldest batch; the closure gets the place among its queries, counted from 0.
    mutating func answerBatch(_ answer: (Int) -> LookupAnswer) {
        guard !batches.isEmpty else { return }
        for sent in batches.removeFirst() {
            if let sent { sent.lookup.completion(answer(sent.place)) }
        }
    }

    /// Answers what has waited too long, also while its batch is under way.
    mutating func expire(at now: ContinuousClock.Instant) {
        for (index, batch) in batches.enumerated() {
            for (place, sent) in batch.enumerated() {
                guard let lookup = sent?.lookup, lookup.deadline <= now else { continue }
                lookup.completion(.unavailable)
                batches[index][place] = nil
            }
        }
        let overdue = waiting.prefix { $0.deadline <= now }
        for lookup in overdue { lookup.completion(.unavailable) }
        waiting.removeFirst(overdue.count)
    }

    /// Answers everything that was sent: the connection is lost.
    mutating func dropBatches() {
        while !batches.isEmpty { answerBatch { _ in .unavailable } }
    }

    /// Answers everything.
    mutating func dropAll() {
        dropBatches()
        for lookup in waiting { lookup.completion(.unavailable) }
        waiting.removeAll()
    }
}
