import Cryptography
import Platform
package import Postgres

extension ProbeStore {
    /// What a finished probe did.
    package enum Outcome: Hashable, Sendable {
        /// It was recorded, and these things are new of files, of how the domain is served, and of whole gateways.
        case recorded([ObservedFile: [DriftState.Event]], findings: [FindingNews], gateways: [GatewayNews])
        /// The lease had lapsed and somebody else has the domain: nothing was recorded.
        case leaseLost
    }

    /// Records what a probe saw, moves the states, puts alerts into the outbox, and says when the domain is due again:
    /// all in one transaction, by the clock of the database.
    ///
    /// - Parameters:
    ///   - domain: The domain, with its lease.
    ///   - files: What was seen; files that are not among them keep their state.
    ///   - findings: What was found beside; `nil` (the default) leaves all as it is known.
    ///   - nodes: The gateways that were asked and were there; what is known of others is forgotten, and its alerts are
    ///     cleared. `nil` (the default) when none was asked.
    ///   - failures: Probes in a row, this one too, in which the domain did not answer as it should.
    ///   - next: The time to the next probe, which a publication that came meanwhile overrides.
    /// - Returns: What was done.
    /// - Throws: ``PostgresError``; then nothing was recorded, and the lease lapses.
    package func finish(
        _ domain: LeasedDomain, saw files: [JudgedFile], findings: ReportFindings? = nil, nodes: Set<String>? = nil,
        failures: Int, next: Duration
    ) throws(PostgresError) -> Outcome {
        try connection.retryingTransaction { _ throws(PostgresError) in
            let held = try connection.queryOptional(.holdLease, [.int32(domain.id), .uuid(domain.lease)])
            guard let held else { return .leaseLost }
            let known = try states(of: domain)
            let reach = nodes == nil ? [:] : try gatewayReach()
            var news: [ObservedFile: [DriftState.Event]] = [:]
            for seen in files {
                if seen.wasAsked { try record(seen, of: domain, at: held.now) }
                // A gateway that answers nobody has one alert of its own.
                let isExcused =
                    seen.file.vantage == .node
                    && (reach[seen.file.node] ?? GatewayReach(node: seen.file.node, seen: held.now))
                        .excuses(seen.judgement, known: known[seen.file])
                let (state, events) = DriftState.advance(
                    known[seen.file], with: seen.judgement, at: seen.file.vantage, time: held.now, grace: grace,
                    isSilenced: held.isSilenced || isExcused)
                // A look that learnt nothing leaves what was seen last.
                let isKnown = seen.wasAsked && seen.judgement.isKnown(at: seen.file.vantage)
                try connection.execute(
                    .writeDriftState,
                    [.int32(domain.id), .int32(domain.tenantID)] + StateColumns.values(seen.file)
                        + StateColumns.values(state) + [.json(isKnown ? JSONDocument(seen.evidence) : nil)])
                if !events.isEmpty { news[seen.file] = events }
                try tell(events, of: domain, seen.file, before: known[seen.file], state)
            }
            let found =
                try findings.map { report throws(PostgresError) in
                    try note(report, of: domain, at: held.now, isSilenced: held.isSilenced)
                } ?? []
            var gateways: [GatewayNews] = []
            if let nodes {
                try forget(known.filter { !nodes.contains($0.key.node) }, of: domain, at: held.now)
                gateways = try note(GatewayReach.signs(files), known: reach, nodes: nodes, at: held.now)
            }
            try connection.execute(
                .finishProbe,
                [.int32(domain.id), .time(domain.due), .double(next.seconds), .int32(Int32(failures))])
            return .recorded(news, findings: found, gateways: gateways)
        }
    }

    /// Forgets how files stood at gateways that are no more.
    private func forget(
        _ states: [ObservedFile: DriftState], of domain: LeasedDomain, at time: UnixTime
    ) throws(PostgresError) {
        for (file, state) in states where file.vantage == .node {
            try connection.execute(.forgetDriftState, [.int32(domain.id)] + StateColumns.values(file))
            if state.isRaised {
                try tell(.cleared, of: domain.name, tenant: domain.tenant, file, state, at: time, isGone: true)
            }
        }
    }

    private func record(_ seen: JudgedFile, of domain: LeasedDomain, at time: UnixTime) throws(PostgresError) {
        let file: [Value] = [.int32(domain.id)] + StateColumns.values(seen.file)
        let judgement = seen.judgement
        let what: [Value] = [
            .text(judgement.verdict.rawValue), .text(judgement.reason.storable),
            .int32(judgement.revision.map { Int32($0) }), .text(seen.outcome), .bytes(seen.digest?.bytes), .time(time),
        ]
        if try connection.execute(.repeatObservation, file + what) == 0 {
            try connection.execute(
                .insertObservation,
                file + what + [
                    .int32(domain.tenantID), .json(JSONDocument(seen.evidence)), .bytes(seen.body),
                ])
        }
        let isDrifted: Int32 = judgement.verdict != .inSync && judgement.isKnown(at: seen.file.vantage) ? 1 : 0
        try connection.execute(
            .countObservation, file + [.time(time), .int32(domain.tenantID), .int32(isDrifted)])
    }

    private func tell(
        _ events: [DriftState.Event], of domain: LeasedDomain, _ file: ObservedFile, before: DriftState?,
        _ state: DriftState
    ) throws(PostgresError) {
        for event in events {
            switch event {
            case .changed: continue
            case .raised: try tell(.raised, of: domain.name, tenant: domain.tenant, file, state, at: state.lastSeen)
            // What was over is what it was raised for.
            case .cleared:
                try tell(.cleared, of: domain.name, tenant: domain.tenant, file, before ?? state, at: state.lastSeen)
            }
        }
    }

    /// Puts an alert into the outbox.
    ///
    /// - Parameters:
    ///   - event: Whether something began or ended.
    ///   - host: The domain's name.
    ///   - tenant: Its tenant's name.
    ///   - file: Which file, seen where.
    ///   - state: How it stands; for what ended, how it stood.
    ///   - time: When that was.
    ///   - isGone: Whether it ended because nobody looks at the file any more.
    /// - Throws: ``PostgresError``.
    func tell(
        _ event: AlertEvent, of host: String, tenant: String, _ file: ObservedFile, _ state: DriftState,
        at time: UnixTime, isGone: Bool = false
    ) throws(PostgresError) {
        var body = AlertBody(
            event: event, tenant: tenant, host: host, file: file, state: state, time: time)
        body.isGone = isGone
        try connection.execute(
            .insertAlert,
            [
                .text(event.rawValue), .text("\(file.vantage.rawValue)/\(state.judgement.verdict.rawValue)"),
                .text(tenant), .text(host), .json(JSONDocument(body.json)),
            ])
    }
}
