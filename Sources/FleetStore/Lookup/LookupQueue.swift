/// A query that waits for its answer.
struct PendingLookup: Sendable {
    var query: LinkQuery
    var deadline: ContinuousClock.Instant
    var lane = LookupLane.prompt
    var completion: @Sendable (LookupAnswer) -> Void
}

/// The queries of the look-up thread: those that wait to be sent and those that were sent, in batches.
///
/// Equal ones of a batch are sent once; one that is under way is not joined, for its link may have changed since. A value
/// without input or output. Every query is answered once: from its batch, or at its deadline.
struct LookupQueue {
    /// The most different queries in a batch.
    let batchLimit: Int

    /// The most batches that are under way.
    let batchesInFlight: Int

    /// How patient queries are held back.
    let patience: LookupPatience

    private var waiting: [PendingLookup] = []
    private var patient: [PendingLookup] = []
    /// When the next batch of patient queries may be sent.
    private var nextPatient: ContinuousClock.Instant?
    /// What was sent, oldest batch first.
    private var batches: [Batch] = []

    /// What was sent together; `nil` for a query whose deadline has passed.
    private struct Batch {
        var lane: LookupLane
        var sent: [Sent?]
    }

    /// A query that was sent, and its place among the different ones of its batch.
    private struct Sent {
        var lookup: PendingLookup
        var place: Int
    }

    init(batchLimit: Int, batchesInFlight: Int, patience: LookupPatience = LookupPatience()) {
        self.batchLimit = batchLimit
        self.batchesInFlight = batchesInFlight
        self.patience = patience
    }

    /// When the next query has to be answered, whatever happens; `nil` when there is none.
    ///
    /// All have the same time, so the oldest of a lane is its first.
    var nextDeadline: ContinuousClock.Instant? {
        let sent = batches.compactMap { batch in batch.sent.lazy.compactMap { $0 }.first?.lookup.deadline }
        return (sent + [waiting.first?.deadline, patient.first?.deadline].compactMap(\.self)).min()
    }

    /// When patient queries may be sent of which none is under way; `nil` when none waits for the time alone.
    var nextPatientSend: ContinuousClock.Instant? {
        patient.isEmpty || isPatientUnderWay || batches.count >= batchesInFlight ? nil : nextPatient
    }

    private var isPatientUnderWay: Bool { batches.contains { $0.lane == .patient } }

    /// Whether a batch may be sent now.
    var maySend: Bool { !waiting.isEmpty && batches.count < batchesInFlight }

    /// Whether a batch of patient queries may be sent now.
    func maySendPatient(at now: ContinuousClock.Instant) -> Bool {
        waiting.isEmpty && !patient.isEmpty && !isPatientUnderWay && batches.count < batchesInFlight
            && nextPatient.map { $0 <= now } ?? true
    }

    mutating func append(_ lookups: [PendingLookup]) {
        for lookup in lookups {
            switch lookup.lane {
            case .prompt: waiting.append(lookup)
            case .patient: patient.append(lookup)
            }
        }
    }

    /// Takes the next batch; its answer is expected after those of the batches before.
    mutating func takeBatch() -> [LinkQuery] { Self.take(.prompt, from: &waiting, batchLimit, to: &batches) }

    /// Takes the next batch of patient queries.
    mutating func takePatientBatch(at now: ContinuousClock.Instant) -> [LinkQuery] {
        nextPatient = now.advanced(by: patience.pause)
        return Self.take(.patient, from: &patient, patience.batchLimit, to: &batches)
    }

    private static func take(
        _ lane: LookupLane, from waiting: inout [PendingLookup], _ limit: Int, to batches: inout [Batch]
    ) -> [LinkQuery] {
        var queries: [LinkQuery] = []
        var places: [LinkQuery: Int] = [:]
        var batch: [Sent?] = []
        for lookup in waiting {
            if let place = places[lookup.query] {
                batch.append(Sent(lookup: lookup, place: place))
                continue
            }
            guard queries.count < limit else { break }
            places[lookup.query] = queries.count
            batch.append(Sent(lookup: lookup, place: queries.count))
            queries.append(lookup.query)
        }
        waiting.removeFirst(batch.count)
        batches.append(Batch(lane: lane, sent: batch))
        return queries
    }

    /// Answers the oldest batch; the closure gets the place among its queries, counted from 0.
    mutating func answerBatch(_ answer: (Int) -> LookupAnswer) {
        guard !batches.isEmpty else { return }
        for sent in batches.removeFirst().sent {
            if let sent { sent.lookup.completion(answer(sent.place)) }
        }
    }

    /// Answers what has waited too long, also while its batch is under way.
    mutating func expire(at now: ContinuousClock.Instant) {
        for (index, batch) in batches.enumerated() {
            for (place, sent) in batch.sent.enumerated() {
                guard let lookup = sent?.lookup, lookup.deadline <= now else { continue }
                lookup.completion(.unavailable)
                batches[index].sent[place] = nil
            }
        }
        Self.expire(&waiting, at: now)
        Self.expire(&patient, at: now)
    }

    private static func expire(_ waiting: inout [PendingLookup], at now: ContinuousClock.Instant) {
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
        for lookup in waiting + patient { lookup.completion(.unavailable) }
        waiting.removeAll()
        patient.removeAll()
    }
}
