import Association
import DeepLinks
import FleetStore
import Platform
import Postgres
import Telemetry

/// The work of a ``ProbeService`` on its thread: what is under way survives a lost connection.
struct ProbeRun: DatabaseWork {
    typealias Failure = StoreError

    private let service: ProbeService
    private var store: ProbeStore?
    private var underWay: [UUIDText: LeasedDomain] = [:]
    private var delayed = DelayedChecks()
    private let measure: @Sendable (Duration) -> Void
    private var enrolment = MonotonicTime.now()
    private var survey = MonotonicTime.now()
    // Probers that were started together do not prune together.
    private var pruning = MonotonicTime.now() + .seconds(3600) * Double.random(in: 0...1)
    private var isHastened = false

    /// Whether all that was to be probed once is recorded.
    private(set) var isDone = false

    init(_ service: ProbeService, measure: @escaping @Sendable (Duration) -> Void) {
        self.service = service
        self.measure = measure
    }

    mutating func connect() throws(Failure) {
        store = nil
        let store = try ProbeStore(connecting: service.address, as: "postern prober")
        store.grace = service.options.grace
        self.store = store
    }

    /// Records what has finished, and takes what is due.
    mutating func turn() throws(Failure) {
        guard let store else { return }
        do throws(PostgresError) {
            try record(store)
            try askAgain(store)
            try enrol(store)
            let taken = try take(store)
            isDone = service.options.isOnce && taken == 0 && underWay.isEmpty
            try look(store)
            try prune(store)
        } catch {
            throw .database(error)
        }
        let (count, isDone) = (underWay.count, isDone)
        service.update { status in
            status.isConnected = true
            status.underWay = count
            status.isDone = isDone
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
                if let again = try record(check, store) {
                    delayed.keep(again.check, for: again.pause)
                } else {
                    underWay[check.domain.lease] = nil
                }
            } catch {
                // It is recorded over the next connection, unless its lease lapses before.
                service.mailbox.withLock { $0.insert(check, at: 0) }
                throw error
            }
        }
    }

    /// Records a check, unless gateways have to be asked again first.
    private func record(
        _ check: FinishedCheck, _ store: ProbeStore
    ) throws(PostgresError) -> (check: FinishedCheck, pause: Duration)? {
        let listed = service.nodes?.listed ?? []
        let (revisions, nodes) = try store.revisionsAndNodes(of: check.domain, listed: listed)
        var check = check
        if let pause = check.nodes?.settle(nodes, revisions, pause: service.options.nodePause) {
            return (check, pause)
        }
        let files = ReportJudge(check.report, revisions: revisions).files + (check.nodes?.files ?? [])
        let failures = ReportJudge.fails(files) ? Int(check.domain.failures) + 1 : 0
        let finding = ProbeInterval.Finding(
            published: revisions.values.compactMap { $0.map(\.published).max() }.max(),
            isSpread: ReportJudge.isSpread(files), failures: failures)
        let next = service.options.interval.next(after: finding, at: .now(), jitter: Double.random(in: 0...1))
        let names = check.nodes?.names
        switch try store.finish(check.domain, saw: files, nodes: names, failures: failures, next: next) {
        case .leaseLost: service.update { $0.lost += 1 }
        case .recorded(let news):
            service.update { $0.probes += 1 }
            for file in files { tell(news[file.file] ?? [], check.domain, file) }
        }
        return nil
    }

    private mutating func askAgain(_ store: ProbeStore) throws(PostgresError) {
        guard let checks = service.nodes else { return }
        while let check = delayed.due {
            var round = check.nodes
            round?.renew(try store.nodes(for: check.domain, listed: checks.listed))
            delayed.remove(check)
            round?.ask(checks) { [service] round in
                service.finished(FinishedCheck(domain: check.domain, report: check.report, nodes: round))
            }
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
        guard !service.options.isOnce else {
            if !isHastened { try store.hasten() }
            isHastened = true
            return
        }
        guard enrolment <= .now() else { return }
        try store.enrol(over: service.options.interval.healthy)
        enrolment = .now() + .seconds(60)
    }

    private mutating func look(_ store: ProbeStore) throws(PostgresError) {
        guard survey <= .now() || isDone else { return }
        let found = try store.survey()
        service.update { $0.survey = found }
        survey = .now() + .seconds(15)
    }

    private mutating func prune(_ store: ProbeStore) throws(PostgresError) {
        guard pruning <= .now() || isDone else { return }
        try store.prune()
        pruning = .now() + .seconds(86_400)
    }

    /// Takes what is due.
    ///
    /// - Returns: How many domains.
    private mutating func take(_ store: ProbeStore) throws(PostgresError) -> Int {
        let free = service.options.concurrency - underWay.count
        guard free > 0 else { return 0 }
        let domains = try store.lease(free, for: service.options.lapse)
        for domain in domains {
            guard let name = try? DomainName(stored: domain.name) else {
                service.log.warning("a domain's name was edited by hand", [.host: .string(domain.name)])
                continue
            }
            underWay[domain.lease] = domain
            let apps = try store.androidApps(of: domain).compactMap { app -> ProbeTarget.AndroidApp? in
                guard let package = PackageName(app.package) else { return nil }
                return ProbeTarget.AndroidApp(
                    package, fingerprints: app.fingerprints.compactMap { CertificateFingerprint($0) })
            }
            try check(domain, ProbeTarget(name, androidApps: apps), store)
        }
        return domains.count
    }

    private func check(_ domain: LeasedDomain, _ target: ProbeTarget, _ store: ProbeStore) throws(PostgresError) {
        let began = MonotonicTime.now()
        guard let nodes = service.nodes else {
            service.checking.check(target) { [service, measure] report in
                measure(.now() - began)
                service.finished(FinishedCheck(domain: domain, report: report))
            }
            return
        }
        let round = NodeRound(target.host, nodes: try store.nodes(for: domain, listed: nodes.listed))
        let halves = CheckHalves { [service] report, round in
            service.finished(FinishedCheck(domain: domain, report: report, nodes: round))
        }
        service.checking.check(target) { [measure] report in
            measure(.now() - began)
            halves.take(report)
        }
        round.ask(nodes) { halves.take($0) }
    }
}
