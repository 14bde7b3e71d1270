import CCurl
import Platform
import Resolver

/// The engine's thread: begins transfers as their services allow, runs them, ends them in time.
final class TransferLoop {
    /// A transfer that has not ended.
    private final class Job {
        let id: UInt64
        let request: TransferRequest
        let posted: MonotonicTime
        var began = MonotonicTime.distantFuture
        var time = UnixTime.now()
        var deadline = MonotonicTime.distantFuture
        /// When it is looked at how much has come.
        var look = MonotonicTime.distantFuture
        var timing = TransferTiming()
        var transfer: Transfer?

        init(id: UInt64, _ request: TransferRequest, posted: MonotonicTime) {
            self.id = id
            self.request = request
            self.posted = posted
        }
    }

    /// How often it is looked at how much has come: seldom enough that most transfers end before.
    private static let lookPause = Duration.milliseconds(100)
    private static let flood = "it goes on and on without a file"

    private let configuration: TransferEngine.Configuration
    private let bundle: String
    private let multi: MultiHandle
    private let mailbox: TransferMailbox
    private let resolver: NameResolver
    private var queues: [TransferService: TransferQueue<Job>] = [:]
    private var gates: [TransferService: ServiceGate] = [:]
    private var running: [UInt64: Job] = [:]
    private var known = AddressMemory()
    private var generator = SystemRandomNumberGenerator()

    init(
        _ configuration: TransferEngine.Configuration, bundle: String, multi: MultiHandle, mailbox: TransferMailbox,
        resolver: NameResolver
    ) {
        self.configuration = configuration
        self.bundle = bundle
        self.multi = multi
        self.mailbox = mailbox
        self.resolver = resolver
        for service in TransferService.allCases {
            queues[service] = TransferQueue()
            gates[service] = ServiceGate(limits(of: service))
        }
    }

    /// Runs until the mailbox says stop.
    func run() {
        while true {
            let mail = mailbox.take()
            if mail.isStopped { break }
            for letter in mail.letters { take(letter) }
            var wait = Duration.seconds(60)
            for service in TransferService.allCases { wait = min(wait, beginNext(service)) }
            // A multi handle that fails cannot be mended; the transfers end by their deadlines.
            _ = multi.perform()
            while let (transfer, code) = multi.nextEnded() {
                guard let job = running[transfer.id] else { continue }
                end(job, transfer.outcome(of: code))
            }
            wait = min(wait, endOverdue())
            if hasRoom { wait = min(wait, .zero) }
            _ = multi.wait(wait)
        }
        for job in running.values { end(job, .failed(.cancelled)) }
        for id in mailbox.pendingIDs {
            mailbox.finish(id, TransferRecord(time: .now(), outcome: .failed(.cancelled)))
        }
    }

    private func limits(of service: TransferService) -> ServiceLimits {
        configuration.limits[service] ?? .standard(service)
    }

    // MARK: - Begin

    private func take(_ letter: TransferMailbox.Letter) {
        switch letter {
        case .begin(let id, let request, let posted):
            queues[request.service]?.append(Job(id: id, request, posted: posted))
        case .resolved(let id, let result):
            guard let job = running[id], job.transfer == nil else { return }
            job.timing.resolve = MonotonicTime.now() - job.began
            switch result {
            case .success(let found):
                if limits(of: job.request.service).reusesConnections {
                    known.keep(found.addresses, of: job.request.url.host, for: found.holds, now: .now())
                }
                connect(job, to: found.addresses)
            case .failure(let error):
                end(job, .failed(error.failure))
            }
        }
    }

    /// Whether a transfer that ended in this turn has made room for one that waits.
    private var hasRoom: Bool {
        let now = MonotonicTime.now()
        guard running.count < configuration.concurrency else { return false }
        return TransferService.allCases.contains { service in
            queues[service]?.isEmpty == false && gates[service]?.admission(at: now) == .open
        }
    }

    /// Begins what may begin.
    ///
    /// - Returns: After which time more may.
    private func beginNext(_ service: TransferService) -> Duration {
        while let job = queues[service]?.first {
            let now = MonotonicTime.now()
            let admission = gates[service]?.admission(at: now) ?? .open
            if case .paused = admission {
                queues[service]?.removeFirst()
                giveUp(job, .deferred)
                continue
            }
            let expiry = job.posted + configuration.queueLimit
            if expiry <= now {
                queues[service]?.removeFirst()
                giveUp(job, .timedOut(.queue))
                continue
            }
            if case .wait(let until) = admission { return min(until, expiry) - now }
            guard admission == .open, running.count < configuration.concurrency else { return expiry - now }
            queues[service]?.removeFirst()
            begin(job, at: now)
        }
        return .seconds(60)
    }

    private func begin(_ job: Job, at now: MonotonicTime) {
        gates[job.request.service]?.begin(at: now, jitter: Double.random(in: 0...1, using: &generator))
        job.began = now
        job.time = .now()
        job.timing.queue = now - job.posted
        job.deadline = now + job.request.timeout
        job.look = now + Self.lookPause
        running[job.id] = job
        mailbox.expect(job.id, by: job.deadline + TransferWatchdog.grace)
        let host = job.request.url.host
        if let addresses = job.request.addresses ?? job.request.url.literal.map({ [$0] }) {
            connect(job, to: addresses)
        } else if let addresses = known.addresses(of: host, now: now) {
            connect(job, to: addresses)
        } else {
            let (id, mailbox) = (job.id, mailbox)
            resolver.resolve(host, deadline: job.deadline) { result in
                mailbox.post(
                    .resolved(
                        id,
                        result.map { (addresses: $0.addresses, holds: $0.timeToLive) }.mapError {
                            TransferMailbox.ResolvingFailure(failure: TransferFailure($0))
                        }))
            }
        }
    }

    private func connect(_ job: Job, to addresses: [IPAddress]) {
        if let blocked = job.request.policy.firstBlocked(of: addresses) {
            end(job, .failed(.blocked(blocked.address, reason: blocked.reason.description)), candidates: addresses)
            return
        }
        do throws(TransferEngineError) {
            let transfer = try Transfer(
                id: job.id, job.request, to: addresses, bundle: bundle,
                reuses: limits(of: job.request.service).reusesConnections, remaining: job.deadline - .now())
            job.transfer = transfer
            guard multi.add(transfer.handle) else { throw .library("a handle is not taken") }
        } catch {
            job.transfer = nil
            end(job, .failed(.internalFault(reason: error.description)), candidates: addresses)
        }
    }

    // MARK: - End

    /// Ends what is past its deadline.
    ///
    /// - Returns: After which time the next deadline passes.
    private func endOverdue() -> Duration {
        let now = MonotonicTime.now()
        var next = MonotonicTime.distantFuture
        for job in running.values {
            if job.deadline <= now {
                end(job, .failed(.timedOut(job.transfer?.phase ?? .resolve)))
            } else if job.look <= now, let transfer = job.transfer, transfer.isFlooded {
                end(job, .failed(transfer.collector.hasHead ? .malformed(reason: Self.flood) : .headersTooLarge))
            } else {
                if job.look <= now { job.look = now + Self.lookPause }
                next = min(next, job.deadline)
            }
        }
        return min(next - now, .seconds(60))
    }

    private func giveUp(_ job: Job, _ failure: TransferFailure) {
        var record = TransferRecord(time: .now(), outcome: .failed(failure))
        record.timing.queue = .now() - job.posted
        mailbox.finish(job.id, record)
    }

    private func end(_ job: Job, _ outcome: ProbeOutcome, candidates: [IPAddress] = []) {
        running[job.id] = nil
        var record: TransferRecord
        if let transfer = job.transfer {
            record = transfer.record(outcome, time: job.time, timing: job.timing)
            multi.remove(transfer.handle)
        } else {
            record = TransferRecord(time: job.time, outcome: outcome)
            record.timing = job.timing
            record.candidates = candidates
            if outcome == .failed(.timedOut(.resolve)) { record.timing.resolve = .now() - job.began }
        }
        let health = ServiceHealth(record)
        gates[job.request.service]?.end(
            at: .now(), isHealthy: health.isHealthy, retryAfter: health.retryAfter,
            jitter: Double.random(in: 0...1, using: &generator))
        mailbox.finish(job.id, record)
    }
}
