import DeepLinks
import FleetStore
import Platform
import Telemetry

/// A fleet that comes from the database: all of it at first, then what changes.
final class FleetStoreSource: FleetSource {
    private let feed: ChangeFeed
    private let lookup: LinkLookup
    private let health: ServiceHealth
    private let follower: FleetFollower
    private let keeper: StateKeeper?
    private let log: Log
    private var registration: GatewayRegistration?
    /// When the state on disk is looked at, should the database not have answered; `nil` when it was.
    private var stateLook: MonotonicTime?

    /// Makes a source that reads nothing yet.
    ///
    /// - Throws: ``GatewayError`` when a connection string cannot be used, or no descriptor is left.
    init(
        _ database: String, direct: String, fleet: ServedFleet, links: ServedLinks, challenges: ServedChallenges,
        certificates: StoredCertificates? = nil, health: ServiceHealth, keeper: StateKeeper? = nil, log: Log
    ) throws(GatewayError) {
        let follower = FleetFollower(fleet: fleet, links: links, health: health, keeper: keeper, log: log)
        self.follower = follower
        self.keeper = keeper
        self.log = log
        feed = try GatewayError.wrapping(.configuration) { () throws(StoreError) in
            var options = ChangeFeed.Options()
            options.readsCertificates = certificates != nil
            return try ChangeFeed(connectionString: direct, options: options, log: log) {
                follower.take($0)
            } deliverCertificates: { change in
                challenges.replace(change.challenges)
                certificates?.take(change)
            }
        }
        lookup = try GatewayError.wrapping(.configuration) { () throws(StoreError) in
            try LinkLookup(connectionString: database, log: log)
        }
        self.health = health
    }

    var links: any LinkSource { lookup }

    func register(as registration: GatewayRegistration) {
        self.registration = registration
    }

    func start() throws(GatewayError) {
        try GatewayError.wrapping(.internalFault) { () throws(SystemError) in
            try keeper?.start()
            try lookup.start()
            try feed.start(as: registration)
        }
        stateLook = keeper.map { _ in .now() + Self.patience }
    }

    /// How long a database may take that neither answers nor refuses before the state on disk is served.
    private static let patience = Duration.seconds(3)

    /// Serves the state on disk when the database is away at the start.
    private func serveState(_ problem: String?) {
        guard let look = stateLook, let keeper, problem != nil || look <= .now() else { return }
        stateLook = nil
        do throws(GatewayError) {
            guard let kept = try keeper.directory.read() else {
                log.warning(
                    "no state is kept on disk; waiting for the database", [.file: .string(keeper.directory.file)])
                return
            }
            follower.serve(kept.fleet, current: kept.current)
        } catch {
            log.error("the state on disk cannot be used; waiting for the database", [.error: .error(error)])
        }
    }

    func tick() {
        let status = feed.status
        health.update { state in
            state.isSourceGood = status.isConnected
            state.isListed = status.isListed
            let read = status.lastRead.map { MonotonicTime.now() + (.zero - $0.duration(to: .now)) }
            state.lastRead = read ?? state.lastRead
        }
        if status.isConnected { keeper?.confirm() }
        if !health.current.hasTable { serveState(status.problem) }
    }

    /// Nothing: the feed follows by itself, and compares all after every reconnect.
    func reload() {}

    func stop() {
        feed.stop()
        lookup.stop()
        keeper?.stop()
    }
}

/// Serves what the change feed delivers, on the feed's thread.
private final class FleetFollower: Sendable {
    private struct Known {
        var names: [TenantID: TenantName] = [:]
        var stale: Set<TenantID> = []
        var unreadable: Set<TenantID> = []
    }

    private let fleet: ServedFleet
    private let links: ServedLinks
    private let health: ServiceHealth
    private let keeper: StateKeeper?
    private let log: Log
    private let known = LockedValue(Known())
    /// Whether the database has delivered; held while something is put into service.
    private let hasDelivered = LockedValue(false)

    init(fleet: ServedFleet, links: ServedLinks, health: ServiceHealth, keeper: StateKeeper?, log: Log) {
        self.fleet = fleet
        self.links = links
        self.health = health
        self.keeper = keeper
        self.log = log
    }

    /// Serves what the database delivers.
    func take(_ change: FleetChange) {
        hasDelivered.withLock { hasDelivered in
            hasDelivered = true
            putIntoService(change)
            health.update { state in
                state.isSourceGood = true
                state.isFromState = false
                state.lastRead = .now()
            }
        }
        keeper?.take(change, fleet.table)
    }

    /// Serves what was kept on disk, unless the database has delivered meanwhile.
    func serve(_ kept: KeptFleet, current: UnixTime) {
        hasDelivered.withLock { hasDelivered in
            guard !hasDelivered else { return }
            let age = max(.zero, UnixTime.now() - current)
            log.warning(
                "the database is away: the fleet is served as it was kept on disk",
                [.generation: .count(kept.generation), .age: .duration(age)])
            fleet.numbers.restore(kept.numbers)
            fleet.replaceAll(Dictionary(kept.tenants.map { ($0.name, $0.domains) }) { first, _ in first })
            links.change([.all])
            let known = Known(
                names: Dictionary(kept.tenants.map { ($0.id, $0.name) }) { first, _ in first },
                stale: Set(kept.tenants.filter(\.isStale).map(\.id)))
            self.known.withLock { $0 = known }
            logLoaded(tenants: kept.tenants.count, kept.generation)
            health.update { state in
                state.isFromState = true
                state.lastRead = .now() + (.zero - age)
                state.hasTable = true
                state.cursor = kept.generation
                state.staleTenants = known.stale.count
            }
        }
    }

    private func logLoaded(tenants: Int, _ generation: Int64) {
        log.info(
            "fleet loaded",
            [.tenants: .count(tenants), .domains: .count(fleet.table.count), .generation: .count(generation)])
    }

    private func putIntoService(_ change: FleetChange) {
        var known = known.withLock { $0 }
        switch change {
        case .everything(let snapshot):
            var next = Known()
            let changes = compile(snapshot.tenants, known, &next)
            let gone = Set(known.names.values).subtracting(next.names.values)
            fleet.replace(changes.merging(gone.map { ($0, []) }) { served, _ in served })
            links.change([.all])
            logLoaded(tenants: snapshot.tenants.count, snapshot.generation)
            known = next
        case .tenants(let tenants, let removed, let links, let generation):
            defer { self.links.change(links) }
            // Links alone are in no table.
            guard !tenants.isEmpty || !removed.isEmpty else { break }
            let before = known
            for id in removed {
                known.names[id] = nil
                known.stale.remove(id)
                known.unreadable.remove(id)
            }
            var changes = compile(tenants, before, &known)
            // A tenant that was renamed or removed: its former name serves nothing, unless another has taken it.
            let names = Set(known.names.values)
            for name in before.names.values where !names.contains(name) { changes[name] = [] }
            fleet.replace(changes)
            log.info(
                "fleet changed", [.tenants: .count(tenants.count + removed.count), .generation: .count(generation)])
        }
        self.known.withLock { [known] in $0 = known }
        health.update { [known] state in
            state.hasTable = true
            state.cursor = change.generation
            state.staleTenants = known.stale.count
            state.unreadableTenants = known.unreadable.count
        }
    }

    /// What is served of the tenants from now on; one that cannot be read stays as it was.
    private func compile(
        _ tenants: [TenantState], _ before: Known, _ known: inout Known
    ) -> [TenantName: [ServedDomain]] {
        let compiler = TenantCompiler(numbers: fleet.numbers)
        var changes: [TenantName: [ServedDomain]] = [:]
        let compiled = ParallelWork.map(tenants) { state in
            state.snapshot.map { snapshot in
                Result { () throws(GatewayError) in try Self.compile(snapshot, compiler) }
            }
        }
        for (state, served) in zip(tenants, compiled) {
            let id = state.id
            known.stale.remove(id)
            known.unreadable.remove(id)
            switch state {
            case .unreadable(_, let row):
                known.unreadable.insert(id)
                known.names[id] = before.names[id]
                log.warning("tenant cannot be read, served as before", [.rule: .text(row)])
            case .readable(let snapshot):
                if snapshot.isStale { known.stale.insert(id) }
                known.names[id] = snapshot.tenant.name
                do throws(GatewayError) {
                    changes[snapshot.tenant.name] = try served?.get()
                } catch {
                    log.error("tenant cannot be compiled, served as before", [.error: .error(error)])
                }
            }
        }
        return changes
    }

    private static func compile(
        _ snapshot: TenantSnapshot, _ compiler: TenantCompiler
    ) throws(GatewayError) -> [ServedDomain] {
        try compiler.compile(
            snapshot.tenant,
            rows: { domain, routes in
                guard let id = snapshot.domainIDs[domain.name] else { return nil }
                let ids = routes.routes.compactMap { snapshot.routeIDs[$0.name] }
                return ids.count == routes.routes.count ? ServedDomain.Rows(id, ids) : nil
            },
            documents: { domain throws(GatewayError) in
                let documents = snapshot.documents[domain.name]
                return TenantCompiler.Documents(
                    aasa: documents?.aasa?.bytes, assetlinks: documents?.assetlinks?.bytes)
            })
    }
}

extension ServedDomain.Rows {
    fileprivate init(_ domain: DomainID, _ routes: [RouteID]) {
        self.init(
            domain: UInt32(bitPattern: domain.rawValue), routes: routes.map { UInt32(bitPattern: $0.rawValue) })
    }
}
