import Platform
import Postgres
import Telemetry

/// The look-up thread's loop; confined to that thread.
final class LookupLoop {
    private enum Link {
        /// No connection; the next attempt is due at this time.
        case down(until: ContinuousClock.Instant)
        /// A helper thread connects.
        case connecting
        /// Connected; the descriptor is watched.
        case up(PipelineConnection, watched: Int32, events: Epoll.Events)
    }

    private static let wakeToken: UInt64 = 0
    private static let connectionToken: UInt64 = 1

    private let owner: LinkLookup
    private let epoll: EpollReference
    private var queue: LookupQueue
    private var link = Link.down(until: .now)
    private var failures = 0
    /// When the oldest batch that is under way was sent: an unanswered one gives a half-dead connection away.
    private var sent: [ContinuousClock.Instant] = []
    private let connectors = ThreadGroup()

    init(_ owner: LinkLookup, _ epoll: EpollReference) {
        self.owner = owner
        self.epoll = epoll
        queue = LookupQueue(batchLimit: owner.options.batchLimit, batchesInFlight: owner.options.batchesInFlight)
    }

    func run() {
        do throws(SystemError) {
            try epoll.epoll.add(owner.wake.rawValue, .readable, token: Self.wakeToken)
        } catch {
            owner.log.error("link look-ups cannot start", [.error: .error(error)])
        }
        while takeMail() {
            beginConnecting()
            sendBatches()
            watch()
            let count = epoll.epoll.wait(timeout: timeout)
            for index in 0..<count where epoll.epoll.event(index).token == Self.connectionToken { receive() }
            queue.expire(at: .now)
            dropDeadConnection()
        }
        connectors.join()
        queue.dropAll()
    }

    /// Takes what other threads left; false when the loop ends.
    private func takeMail() -> Bool {
        owner.wake.drain()
        let (lookups, connected, isStopping) = owner.mailbox.withLock { mailbox in
            let mail = (mailbox.lookups, mailbox.connected, mailbox.isStopping)
            mailbox.lookups = []
            mailbox.connected = nil
            return mail
        }
        queue.append(lookups)
        if let connected { finishConnecting(connected) }
        // An attempt has just failed: nobody has to wait for what will not come.
        if case .down = link, failures > 0 { queue.dropAll() }
        return !isStopping
    }

    private var timeout: Duration? {
        var next = [queue.nextDeadline, queue.nextPatientSend].compactMap(\.self).min()
        if case .down(let until) = link { next = min(next ?? until, until) }
        if let oldest = sent.first { next = min(next ?? oldest, oldest.advanced(by: Self.patience)) }
        return next.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
    }

    // MARK: - The connection

    /// How long an answer may stay away before the connection is taken for dead.
    private static let patience = Duration.seconds(2)

    private func beginConnecting() {
        guard case .down(let until) = link, until <= .now else { return }
        link = .connecting
        let owner = owner
        do throws(SystemError) {
            try connectors.start(name: "link-connect") {
                let result = LookupLoop.connect(to: owner.address)
                owner.mailbox.withLock { $0.connected = result }
                owner.wake.signal()
            }
        } catch {
            goDown(because: error.description)
        }
    }

    private static func connect(to address: ConnectionString) -> Result<DetachedConnection, PostgresError> {
        var options = ConnectionOptions()
        options.applicationName = "postern links"
        options.connectTimeout = .seconds(5)
        do throws(PostgresError) {
            return .success(DetachedConnection(try Connection.connect(to: address, options: options)))
        } catch {
            return .failure(error)
        }
    }

    private func finishConnecting(_ result: Result<DetachedConnection, PostgresError>) {
        connectors.join()
        do throws(PostgresError) {
            guard let connection = try result.get().take() else { return }
            let pipeline = try PipelineConnection(connection, preparing: [Statement.findLinks.definition])
            let events = pipeline.wantedEvents
            try? epoll.epoll.add(pipeline.descriptor, events, token: Self.connectionToken)
            link = .up(pipeline, watched: pipeline.descriptor, events: events)
            failures = 0
        } catch {
            goDown(because: error.description)
        }
    }

    private func goDown(because reason: String) {
        if case .up(_, let watched, _) = link { epoll.epoll.remove(watched) }
        if failures == 0 { owner.log.warning("link look-ups are interrupted", [.reason: .string(reason)]) }
        failures += 1
        sent = []
        queue.dropBatches()
        let (first, last) = owner.options.backoff
        let bound = min(last, first * (1 << min(failures - 1, 16)))
        link = .down(until: .now.advanced(by: bound * Double.random(in: 0...1)))
    }

    private func dropDeadConnection() {
        if let oldest = sent.first, oldest.advanced(by: Self.patience) <= .now {
            goDown(because: "no answer for \(Self.patience)")
        }
    }

    // MARK: - Batches

    private func sendBatches() {
        guard case .up(let pipeline, _, _) = link else { return }
        do throws(PostgresError) {
            while queue.maySend { try send(queue.takeBatch(), pipeline) }
            let now = ContinuousClock.now
            if queue.maySendPatient(at: now) { try send(queue.takePatientBatch(at: now), pipeline) }
        } catch {
            goDown(because: error.description)
        }
    }

    private func send(_ batch: [LinkQuery], _ pipeline: PipelineConnection) throws(PostgresError) {
        try pipeline.send(
            .findLinks,
            [
                .int32s(batch.map(\.domain.rawValue)), .int32s(batch.map(\.route.rawValue)),
                .texts(batch.map(\.slug)),
            ])
        try pipeline.sync()
        sent.append(.now)
    }

    private func watch() {
        guard case .up(let pipeline, let watched, let events) = link, pipeline.wantedEvents != events else { return }
        try? epoll.epoll.modify(watched, pipeline.wantedEvents, token: Self.connectionToken)
        link = .up(pipeline, watched: watched, events: pipeline.wantedEvents)
    }

    private func receive() {
        guard case .up(let pipeline, _, _) = link else { return }
        do throws(PostgresError) {
            try pipeline.flush()
            try pipeline.consume()
            while let answer = try pipeline.next() {
                switch answer {
                case .rows(let rows):
                    let found = try rows.decoded(by: .findLinks)
                    let links = Dictionary(
                        found.map { (Int($0.ordinal) - 1, $0) }, uniquingKeysWith: { first, _ in first })
                    queue.answerBatch { place in
                        links[place].flatMap { StoredLink($0) }.map { .found($0) } ?? .missing
                    }
                case .failed(let error):
                    owner.log.warning("a link look-up failed", [.error: .error(error)])
                    queue.answerBatch { _ in .unavailable }
                case .synchronised:
                    if !sent.isEmpty { sent.removeFirst() }
                }
            }
        } catch {
            goDown(because: error.description)
        }
    }
}

/// The epoll instance of one thread, by reference.
final class EpollReference: Sendable {
    let epoll: Epoll

    init(_ epoll: consuming Epoll) {
        self.epoll = epoll
    }
}
