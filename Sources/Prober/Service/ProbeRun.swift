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
    private var underWay = LeasedDomains()
    private var delayed = DelayedChecks()
    private var doubtful = DoubtfulChecks()
    private var health = ProberHealth()
    /// What the database knows to be broken; `nil` before it was read.
    private var noted: Set<ProberPart>?
    private var reminder = MonotonicTime.now()
    private var liveDomains = 0
    private var ownership: OwnershipRun?
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
        guard !service.options.isOnce else { return }
        ownership = service.ownership.map { OwnershipRun($0, log: service.log) }
    }

    mutating func connect() throws(Failure) {
        store = nil
        let store = try ProbeStore(connecting: service.address, as: "postern prober")
        store.grace = service.options.grace
        if noted == nil {
            let own: [ProberPart]
            do throws(PostgresError) {
                own = try store.proberFaults().filter { $0.prober == service.options.name }.map(\.part)
            } catch {
                throw .database(error)
            }
            noted = Set(own)
            health = ProberHealth(broken: Set(own))
        }
        try ownership?.use(store.connection)
        self.store = store
    }

    /// Records what has finished, and takes what is due.
    mutating func turn() throws(Failure) {
        guard let store else { return }
        do throws(PostgresError) {
            try underWay.renew(store, for: service.options.lapse)
            try enrol(store)
            try record(store)
            try settle(store)
            try tellOfItself(store)
            try askAgain(store)
            let taken = try take(store)
            isDone = service.options.isOnce && taken == 0 && underWay.isEmpty
            try look(store)
            try prune(store)
        } catch {
            throw .database(error)
        }
        try ownership?.turn()
        let (count, isDone, broken) = (underWay.count, isDone, health.broken)
        service.update { status in
            status.isConnected = true
            status.underWay = count
            status.isDone = isDone
            status.broken = broken
            status.problem = nil
        }
    }

    /// Gives back what is under way, so that another prober has it at once; should that fail, it lapses.
    mutating func end() {
        try? store?.release(underWay.all)
        underWay = LeasedDomains()
        service.update { $0.isConnected = false }
    }

    // MARK: -

    private mutating func record(_ store: ProbeStore) throws(PostgresError) {
        while let check = service.mailbox.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            do throws(PostgresError) {
                switch try record(check, store) {
                case .done: underWay.remove(check.domain)
                case .later(let check, let pause): delayed.keep(check, for: pause)
                case .doubtful: break
                }
            } catch {
                // It is recorded over the next connection, unless its lease lapses before.
                service.mailbox.withLock { $0.insert(check, at: 0) }
                throw error
            }
        }
    }

    /// What becomes of a check.
    private enum Step {
        case done
        /// Gateways have to be asked again first.
        case later(FinishedCheck, after: Duration)
        /// It may be the prober's own fault.
        case doubtful
    }

    private mutating func record(_ check: FinishedCheck, _ store: ProbeStore) throws(PostgresError) -> Step {
        let listed = service.nodes?.listed ?? []
        let (revisions, nodes) = try store.revisionsAndNodes(of: check.domain, listed: listed)
        var check = check
        if let pause = check.nodes?.settle(nodes, revisions, pause: service.options.nodePause) {
            return .later(check, after: pause)
        }
        let judged = JudgedCheck(
            check: check,
            files: ReportJudge(check.report, revisions: revisions).files + (check.nodes?.files ?? []),
            published: revisions.values.compactMap { $0.map(\.published).max() }.max())
        let known = judged.isSilent ? try store.states(of: check.domain) : [:]
        let signs = ProbeSigns(
            judged.files, known: known, domain: check.domain.id, tenant: check.domain.tenantID)
        health.note(signs)
        // Of a few domains none can clear the prober.
        if liveDomains >= ProberHealth.patience, service.options.doubt > .zero,
            doubtful.keep(judged, signs, in: health, for: service.options.doubt)
        {
            return .doubtful
        }
        try finish(judged, store)
        return .done
    }

    /// Records the doubtful checks that are decided.
    private mutating func settle(_ store: ProbeStore) throws(PostgresError) {
        let isLast = service.options.isOnce && underWay.count == doubtful.count
        while let judged = doubtful.next(by: health, isLast: isLast) {
            try finish(judged, store)
            doubtful.remove(judged)
            underWay.remove(judged.check.domain)
        }
    }

    private func finish(_ judged: JudgedCheck, _ store: ProbeStore) throws(PostgresError) {
        let domain = judged.check.domain
        let files = health.judge(judged.files)
        // Where no way leads, none will in a minute.
        let isBlind = files.contains {
            $0.file.vantage == .origin && $0.judgement.verdict == .proberBroken
                && $0.outcome != TransferFailure.noRoute.label
        }
        let failures = ReportJudge.fails(files) ? Int(domain.failures) + 1 : isBlind ? Int(domain.failures) : 0
        var finding = ProbeInterval.Finding(
            published: judged.published, isSpread: ReportJudge.isSpread(files), failures: failures)
        finding.pause = judged.check.report.pause
        let jitter = Double.random(in: 0...1)
        let next =
            isBlind
            ? service.options.blindPause * (0.5 + jitter)
            : service.options.interval.next(after: finding, at: .now(), jitter: jitter)
        switch try store.finish(
            domain, saw: files, findings: ReportFindings(judged.check.report, nodes: judged.check.nodes),
            nodes: judged.check.nodes?.names, failures: failures, next: next)
        {
        case .leaseLost: service.update { $0.lost += 1 }
        case .recorded(let events, let findings, let gateways):
            service.update { $0.probes += 1 }
            let news = ProbeNews(log: service.log)
            for file in files { news.tell(events[file.file] ?? [], domain, file) }
            for finding in findings { news.tell(finding, domain) }
            for gateway in gateways { news.tell(gateway) }
        }
    }

    /// Notes what is broken about this prober, and now and then that it still is.
    private mutating func tellOfItself(_ store: ProbeStore) throws(PostgresError) {
        let broken = health.broken
        guard broken != noted || reminder <= .now() else { return }
        try store.note(broken: broken, of: service.options.name)
        for part in broken.subtracting(noted ?? []) {
            service.log.error(
                "the prober is broken: what it does not see moves no state",
                [.name: .string(part.rawValue), .reason: .string(part.fault)])
        }
        for part in (noted ?? []).subtracting(broken) {
            service.log.info("the prober works again", [.name: .string(part.rawValue)])
        }
        noted = broken
        reminder = .now() + .seconds(broken.isEmpty ? 600 : 60)
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

    private mutating func enrol(_ store: ProbeStore) throws(PostgresError) {
        guard !service.options.isOnce else {
            if !isHastened {
                try store.hasten()
                try store.forgetDeparted()
                liveDomains = try store.liveDomains()
            }
            isHastened = true
            return
        }
        guard enrolment <= .now() else { return }
        try store.enrol(over: service.options.interval.healthy)
        try store.forgetDeparted()
        liveDomains = try store.liveDomains()
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
        // A prober that sees nothing leaves the domains to others, but for some that tell when it sees again.
        let isBlind = !health.broken.isDisjoint(with: [.origin, .machinery])
        let limit = isBlind ? min(service.options.concurrency, 4) : service.options.concurrency
        let free = limit - (underWay.count - doubtful.count)
        guard free > 0 else { return 0 }
        let domains = try store.lease(free, for: service.options.lapse)
        for domain in domains {
            guard let name = try? DomainName(stored: domain.name) else {
                service.log.warning("a domain's name was edited by hand", [.host: .string(domain.name)])
                try store.putOff(domain, by: .seconds(3600))
                continue
            }
            let apps = try store.androidApps(of: domain).compactMap { app -> ProbeTarget.AndroidApp? in
                guard let package = PackageName(app.package) else { return nil }
                return ProbeTarget.AndroidApp(
                    package, fingerprints: app.fingerprints.compactMap { CertificateFingerprint($0) })
            }
            var target = ProbeTarget(
                name, androidApps: apps, certificates: try store.certificates(for: name.base))
            target.freshLook = domain.freshLook
            target.asksAnew = domain.asksAnew
            target.asksGoogle = domain.driftsAtGoogle
            try check(domain, target, store)
        }
        return domains.count
    }

    /// Has a domain checked.
    ///
    /// Nothing is under way when it throws: then the lease lapses.
    private mutating func check(
        _ domain: LeasedDomain, _ target: ProbeTarget, _ store: ProbeStore
    ) throws(PostgresError) {
        let began = MonotonicTime.now()
        guard let nodes = service.nodes else {
            underWay.insert(domain)
            service.checking.check(target) { [service, measure] report in
                measure(.now() - began)
                service.finished(FinishedCheck(domain: domain, report: report))
            }
            return
        }
        let round = NodeRound(target, nodes: try store.nodes(for: domain, listed: nodes.listed))
        underWay.insert(domain)
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
