import Platform
import Testing

@testable import FleetStore

@Suite struct LookupQueueTests {
    let answers = LockedValue<[String]>([])
    let start = ContinuousClock.now

    func lookup(_ slug: String, after seconds: Int = 1, lane: LookupLane = .prompt) -> PendingLookup {
        PendingLookup(
            query: LinkQuery(domain: DomainID(rawValue: 1), route: RouteID(rawValue: 1), slug: slug),
            deadline: start.advanced(by: .seconds(seconds)), lane: lane
        ) { [answers] answer in
            answers.withLock { $0.append("\(slug) \(answer)") }
        }
    }

    @Test func `batches are bounded in size and in number, and answered in order`() {
        var queue = LookupQueue(batchLimit: 2, batchesInFlight: 2)
        queue.append(["a", "b", "c", "d", "e"].map { lookup($0) })
        #expect(queue.takeBatch().map(\.slug) == ["a", "b"])
        #expect(queue.maySend)
        #expect(queue.takeBatch().map(\.slug) == ["c", "d"])
        #expect(!queue.maySend)
        queue.answerBatch { _ in .missing }
        #expect(queue.maySend)
        #expect(answers.withLock { $0 } == ["a missing", "b missing"])
    }

    @Test func `patient queries wait for prompt ones, for one another and for the time`() {
        let patience = LookupPatience(batchLimit: 2, pause: .milliseconds(4))
        var queue = LookupQueue(batchLimit: 3, batchesInFlight: 2, patience: patience)
        queue.append(["p", "q", "r"].map { lookup($0, lane: .patient) } + [lookup("a"), lookup("b")])
        #expect(!queue.maySendPatient(at: start))
        #expect(queue.takeBatch().map(\.slug) == ["a", "b"])
        #expect(!queue.maySend && queue.maySendPatient(at: start))
        #expect(queue.takePatientBatch(at: start).map(\.slug) == ["p", "q"])
        // One batch of them at a time, whatever the time.
        queue.answerBatch { _ in .missing }
        #expect(!queue.maySendPatient(at: start.advanced(by: .seconds(1))) && queue.nextPatientSend == nil)
        queue.append([lookup("c")])
        #expect(queue.takeBatch().map(\.slug) == ["c"])
        queue.answerBatch { _ in .missing }
        // And a pause between them.
        let next = start.advanced(by: .milliseconds(4))
        #expect(!queue.maySendPatient(at: start.advanced(by: .milliseconds(3))) && queue.nextPatientSend == next)
        #expect(queue.maySendPatient(at: next))
        #expect(queue.takePatientBatch(at: next).map(\.slug) == ["r"])
        queue.dropBatches()
        #expect(
            answers.withLock { $0 } == [
                "a missing", "b missing", "p missing", "q missing", "c unavailable", "r unavailable",
            ])
        #expect(queue.nextPatientSend == nil && queue.nextDeadline == nil)
    }

    @Test func `patient queries have their deadline too`() {
        var queue = LookupQueue(batchLimit: 1, batchesInFlight: 1)
        queue.append([lookup("late", after: 2), lookup("waits", after: 1, lane: .patient)])
        #expect(queue.nextDeadline == start.advanced(by: .seconds(1)))
        queue.expire(at: start.advanced(by: .seconds(1)))
        #expect(answers.withLock { $0 } == ["waits unavailable"])
        queue.append([lookup("p", lane: .patient)])
        queue.dropAll()
        #expect(answers.withLock { $0 } == ["waits unavailable", "late unavailable", "p unavailable"])
    }

    @Test func `a deadline answers once, whether the query waits or is under way`() {
        var queue = LookupQueue(batchLimit: 1, batchesInFlight: 1)
        queue.append([lookup("sent", after: 1), lookup("waits", after: 2), lookup("young", after: 9)])
        _ = queue.takeBatch()
        #expect(queue.nextDeadline == start.advanced(by: .seconds(1)))
        queue.expire(at: start.advanced(by: .seconds(3)))
        #expect(answers.withLock { $0 } == ["sent unavailable", "waits unavailable"])
        #expect(queue.nextDeadline == start.advanced(by: .seconds(9)))
        queue.answerBatch { _ in .missing }
        queue.dropAll()
        #expect(answers.withLock { $0 } == ["sent unavailable", "waits unavailable", "young unavailable"])
    }

    @Test func `equal queries of a batch are sent once, those under way are not joined`() {
        var queue = LookupQueue(batchLimit: 2, batchesInFlight: 2)
        queue.append(["a", "a", "b", "a", "c"].map { lookup($0) })
        #expect(queue.takeBatch().map(\.slug) == ["a", "b"])
        queue.append([lookup("a")])
        #expect(queue.takeBatch().map(\.slug) == ["c", "a"])
        queue.answerBatch { $0 == 0 ? .missing : .unavailable }
        #expect(answers.withLock { $0 } == ["a missing", "a missing", "b unavailable", "a missing"])
        queue.answerBatch { $0 == 1 ? .missing : .unavailable }
        #expect(answers.withLock { $0.suffix(2) } == ["c unavailable", "a missing"])
    }

    @Test func `a lost connection answers what was sent and keeps what waits`() {
        var queue = LookupQueue(batchLimit: 1, batchesInFlight: 1)
        queue.append([lookup("sent"), lookup("waits")])
        _ = queue.takeBatch()
        queue.dropBatches()
        #expect(answers.withLock { $0 } == ["sent unavailable"])
        #expect(queue.maySend)
    }
}
