/// A query that waits for its answer.
struct PendingLookup: Sendable {
    var query: LinkQuery
    var deadline: ContinuousClock.Instant
    var completion: @Sendable (LookupAnswer) -> Void
}

/// The queries of the look-up thread: those that wait to be sent and those that were sent, in batches.
///
/// A value without input or output. Every query is answered once: from its batch, or at its deadline.
struct LookupQueue {
    /// The most queries in a batch.
    let batchLimit: Int

    /// The most batches that are under way.
    let batchesInFlight: Int

    private var waiting: [PendingLookup] = []
    /// What was sent, oldest batch first; `nil` for a query whose deadline has passed.
    private var batches: [[PendingLookup?]] = []

    init(batchLimit: Int, batchesInFlight: Int) {
        self.batchLimit = batchLimit
        self.batchesInFlight = batchesInFlight
    }

    /// When the next query has to be answered, whatever happens; `nil` when there is none.
    ///
    /// All have the same time, so the oldest is the first.
    var nextDeadline: ContinuousClock.Instant? {
        for batch in batches {
            if let first = batch.lazy.compactMap({ $0 }).first { return first.deadline }
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
        let batch = waiting.prefix(batchLimit)
        waiting.removeFirst(batch.count)
        batches.append(batch.map { $0 })
        return batch.map(\.query)
    }

    /// Answers the oldest batch; the closure gets the place in it, counted from 0.
    mutating func answerBatch(_ answer: (Int) -> LookupAnswer) {
        guard !batches.isEmpty else { return }
        for (place, lookup) in batches.removeFirst().enumerated() { lookup?.completion(answer(place)) }
    }

    /// Answers what has waited too long, also while its batch is under way.
    mutating func expire(at now: ContinuousClock.Instant) {
        for (index, batch) in batches.enumerated() {
            for (place, lookup) in batch.enumerated() {
                guard let lookup, lookup.deadline <= now else { continue }
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
