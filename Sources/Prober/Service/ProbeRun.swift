import Association
import DeepLinks
import FleetStore
import Platform
import Postgres
import Telemetry

/// The work of a ``ProbeService`` on its thread: what is under way survives a lost connection.
struct ProbeRun {
    typealias Failure = StoreError

    private let service: ProbeService
    private var store: ProbeStore?
    private var underWay: [UUIDText: LeasedDomain] = [:]
    private var lastEnrolment: ContinuousClock.Instant?

    init(_ service: ProbeService) {
        self.service = service
    }

    mutating func connect() throws(Failure) {
        store = nil
        var options = ConnectionOptions()
        options.applicationName = "postern prober"
        options.connectTimeout = .seconds(5)
        let connection: Connection
        do throws(PostgresError) {
            connection = try Connection.connect(to: service.address, options: options)
        } catch {
            throw .database(error)
        }
        try SchemaCheck.reading(connection)
        let store = ProbeStore(connection)
        store.grace = service.options.grace
        self.store = store
    }

    /// Records what has finished, and takes what is due.
    mutating func turn() throws(Failure) {
        guard let store else { return }
        do throws(PostgresError) {
            try record(store)
            try enrol(store)
            try take(store)
        } catch {
            throw .database(error)
        }
        service.update { status in
            status.isConnected = true
            status.problem = nil
        }
    }

    /// Gives back what is under way, so that another prober has it at once; should that fail, it lapses.
    mutating func end() {
        try? store?.release(Array(underWay.values))
        underWay = [:]
        service.update { $0.isConnected = false }
    }

    // MARK: -

    private mutating func record(_ store: ProbeStore) throws(PostgresError) {
        while let check = service.mailbox.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            do throws(PostgresError) {
                try record(check, store)
            } catch {
                // It is recorded over the next connection, unless its lease lapses before.
                service.mailbox.withLock { $0.insert(check, at: 0) }
                throw error
            }
            underWay[check.domain.lease] = nil
        }
    }

    private func record(_ check: FinishedCheck, _ store: ProbeStore) throws(PostgresError) {
        let revisions = try store.revisions(of: check.domain)
        let files = ReportJudge(check.report, revisions: revisions).files
        let failures = ReportJudge.fails(files) ? Int(check.domain.failures) + 1 : 0
        let finding = ProbeInterval.Finding(
            published: revisions.values.compactMap { $0.map(\.published).max() }.max(),
            isSpread: ReportJudge.isSpread(files), failures: failures)
        let next = service.options.interval.next(after: finding, at: .now(), jitter: Double.random(in: 0...1))
        switch try store.finish(check.domain, saw: files, failures: failures, next: next) {
        case .leaseLost: service.update { $0.lost += 1 }
        case .recorded(let news):
            service.update { $0.probes += 1 }
            for file in files { tell(news[file.file] ?? [], check.domain, file) }
        }
    }

    private func tell(_ events: [DriftState.Event], _ domain: LeasedDomain, _ seen: JudgedFile) {
        for event in events {
            let fields: LogFields = [
                .tenant: .string(domain.tenant), .host: .string(domain.name),
                .name: .string(seen.file.vantage.rawValue), .kind: .string(seen.file.kind.rawValue),
                .outcome: .string(seen.judgement.verdict.rawValue), .reason: .string(seen.judgement.reason),
            ]
            switch event {
            case .changed: service.log.info("what is seen of a domain has changed", fields)
            case .raised: service.log.warning("a domain has drifted", fields)
            case .cleared: service.log.info("a domain is in sync again", fields)
            }
        }
    }

    private mutating func enrol(_ store: ProbeStore) throws(PostgresError) {
        if let lastEnrolment, lastEnrolment.duration(to: .now) < .seconds(60) { return }
        try store.enrol(over: service.options.interval.healthy)
        lastEnrolment = .now
    }

    private mutating func take(_ store: ProbeStore) throws(PostgresError) {
        let free = service.options.concurrency - underWay.count
        guard free > 0 else { return }
        for domain in try store.lease(free, for: service.options.lapse) {
            guard let name = try? DomainName(stored: domain.name) else {
                service.log.warning("a domain's name was edited by hand", [.host: .string(domain.name)])
                continue
            }
            underWay[domain.lease] = domain
            let apps = try store.androidApps(of: domain).compactMap { app -> ProbeTarget.AndroidApp? in
                guard let package = PackageName(app.package) else { return nil }
                return ProbeTarget.AndroidApp(
                    package, fingerprint: app.fingerprints.first.flatMap { CertificateFingerprint($0) })
            }
            service.checking.check(ProbeTarget(name, androidApps: apps)) { [service] report in
                service.finished(FinishedCheck(domain: domain, report: report))
            }
        }
    }
}
