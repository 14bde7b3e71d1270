package import DeepLinks
import Postgres

extension FleetStore {
    /// Gets the tenant, and a function that takes a line; returns the lines that cannot be taken.
    package typealias ImportSource =
        (Tenant, (ImportedLine) throws(StoreError) -> Void) throws(StoreError) -> [LineProblem]

    /// Imports links: all of them or, when one cannot be taken, none.
    ///
    /// In one transaction: the tenant is locked and read, the lines stream into a temporary table by COPY, and from there
    /// into the links; one event with the counts goes to the audit log. Memory does not grow with the number of lines.
    ///
    /// - Parameters:
    ///   - order: Whose they are, and what becomes of links that are there.
    ///   - operation: For the audit log.
    ///   - redraw: Draws another slug for a line whose drawn one is there already.
    ///   - source: Gives the lines.
    /// - Returns: What came of it.
    /// - Throws: ``StoreError/notFound(kind:name:)``, ``StoreError/conflict(_:)`` beyond the tenant's limit, what the
    ///   source throws, and the database's errors; then nothing is written.
    package func importLinks(
        _ order: LinkImportOrder, as operation: Operation, redraw: () -> String, from source: ImportSource
    ) throws(StoreError) -> LinkImportOutcome {
        try requireSchemaForWriting()
        var undone: LinkImportOutcome?
        do throws(StoreError) {
            return try connection.transaction(within: Self.patience) { _ throws(StoreError) in
                let outcome = try take(order, operation, redraw, source)
                if case .taken = outcome, !order.isDryRun { return outcome }
                undone = outcome
                throw .internal("the import is taken back")
            }
        } catch {
            if let undone { return undone }
            throw explain(error, [])
        }
    }

    private static let patience = Duration.seconds(3600)
    /// How long an import waits for another one of the tenant's.
    private static let turn = Duration.seconds(600)

    private func take(
        _ order: LinkImportOrder, _ operation: Operation, _ redraw: () -> String, _ source: ImportSource
    ) throws(StoreError) -> LinkImportOutcome {
        let locked = try lock([order.tenant], within: Self.turn)
        guard let snapshot = locked.snapshots[order.tenant] else {
            throw .notFound(kind: "tenant", name: order.tenant.text)
        }
        let (lines, misread) = try copy(from: source, snapshot)
        try drawAgain(redraw)
        var problems = misread + (try clashes(order))
        if problems.isEmpty {
            let (added, changed) = try store(order, snapshot)
            problems = try circles(snapshot)
            if problems.isEmpty {
                try audit(operation, order.tenant, AuditRecord(importing: lines, added: added, changed: changed))
                return .taken(lines: lines, added: added, changed: changed)
            }
        } else {
            // What stands in the way of looking, the tenant's limit say, is told once the lines are right.
            problems += (try? circlesBesideOthers(order, snapshot)) ?? []
        }
        problems.sort { $0.line < $1.line }
        return .refused(Array(problems.prefix(LineProblem.most)))
    }

    /// Streams the lines into the temporary table.
    private func copy(
        from source: ImportSource, _ snapshot: TenantSnapshot
    ) throws(StoreError) -> (lines: Int, problems: [LineProblem]) {
        let live = try inDatabase { () throws(PostgresError) in
            try connection.run(script: Statement<Void>.importTable)
            return Set(try connection.query(.liveHosts))
        }
        let trail = TrailFinder(live, snapshot.tenant)
        var problems: [LineProblem] = []
        var count = 0
        try connection.copyIn(.copyImport, within: Self.patience) { writer throws(StoreError) in
            problems = try source(snapshot.tenant) { line throws(StoreError) in
                let key = line.link.key
                guard let domain = snapshot.domainIDs[key.domain], let route = snapshot.routeIDs[key.route] else {
                    throw .notFound(kind: "route", name: key.route.text)
                }
                count += 1
                let row: [Value] = [
                    .int64(Int64(line.number)), .bool(line.isDrawn), .bool(trail.isOnOurs(line.link)),
                    .bool(line.saysBlocked), .int32(snapshot.id.rawValue), .int32(domain.rawValue),
                    .int32(route.rawValue), .text(key.slug),
                ]
                do throws(PostgresError) {
                    try writer.append(row + line.link.values)
                } catch {
                    throw .database(error)
                }
            }
        }
        try inDatabase { () throws(PostgresError) in
            try connection.run(script: "ANALYZE pg_temp.imported_links", within: Self.patience)
        }
        return (count, problems)
    }

    /// Draws the slugs again that are taken; one in millions is.
    private func drawAgain(_ redraw: () -> String) throws(StoreError) {
        for _ in 0..<10 {
            let lines = try inDatabase { () throws(PostgresError) in
                try connection.query(.takenDraws, within: Self.patience)
            }
            guard !lines.isEmpty else { return }
            let slugs = lines.map { _ in redraw() }
            try inDatabase { () throws(PostgresError) in
                try connection.execute(.drawAgain, [.int64s(lines), .texts(slugs)], within: Self.patience)
            }
        }
    }

    /// The lines whose link another line has, or the tenant already.
    private func clashes(_ order: LinkImportOrder) throws(StoreError) -> [LineProblem] {
        let (repeated, taken) = try inDatabase { () throws(PostgresError) in
            let repeated = try connection.query(.repeatedLines, within: Self.patience)
            return (repeated, order.updates ? [] : try connection.query(.takenLines, within: Self.patience))
        }
        return repeated.map { LineProblem(line: Int($0), problem: "an earlier line has this link") }
            + taken.map { LineProblem(line: Int($0), problem: "there is such a link already; give --update") }
    }

    private func store(
        _ order: LinkImportOrder, _ snapshot: TenantSnapshot
    ) throws(StoreError) -> (added: Int, changed: Int) {
        try inDatabase { () throws(PostgresError) in
            let changed = order.updates ? try connection.execute(.updateImported, within: Self.patience) : 0
            return (try connection.execute(.insertImported, within: Self.patience), changed)
        }
    }

    /// The lines whose redirects lead in a circle, where other lines have problems: all that can be is written to look,
    /// and taken back.
    private func circlesBesideOthers(
        _ order: LinkImportOrder, _ snapshot: TenantSnapshot
    ) throws(StoreError) -> [LineProblem] {
        let mayLeadBack = try inDatabase { () throws(PostgresError) in
            try connection.queryOptional(.walkedCount, within: Self.patience) ?? 0 > 0
        }
        guard mayLeadBack else { return [] }
        try inDatabase { () throws(PostgresError) in
            try connection.execute(.removeRepeated, within: Self.patience)
        }
        _ = try store(order, snapshot)
        return try circles(snapshot)
    }

    /// The lines whose redirects lead in a circle, looked for once all are written.
    private func circles(_ snapshot: TenantSnapshot) throws(StoreError) -> [LineProblem] {
        var walk = try redirectWalk(of: snapshot.tenant, among: [:], hosts: [])
        var problems: [LineProblem] = []
        var last: Int64 = 0
        while problems.count < LineProblem.most {
            let rows = try inDatabase { () throws(PostgresError) in
                try connection.query(.walkedLines, [.int64(last)], within: Self.patience)
            }
            guard let end = rows.last?.line else { return problems }
            last = end
            for row in rows {
                let link: Link
                do throws(UnreadableRow) { link = try row.link.link() } catch { throw .unreadable(error) }
                let refusals = try walk.refusals(of: [link], of: snapshot.tenant)
                problems += refusals.map { LineProblem(line: Int(row.line), problem: $0.rule) }
            }
        }
        return problems
    }
}

/// Which links may lead to one of the fleet's own hosts, and have to be followed for circles.
private struct TrailFinder {
    private let hosts: Set<String>
    private let routesLeadToOurs: Bool

    init(_ hosts: Set<String>, _ tenant: Tenant) {
        self.hosts = hosts
        routesLeadToOurs = tenant.destinationHosts.contains { Self.isOurs($0, hosts) }
    }

    /// Whether a host is one of these, or one that a wildcard among them stands for.
    private static func isOurs(_ host: String, _ hosts: Set<String>) -> Bool {
        let name = host.hasSuffix(".") ? host.dropLast() : host[...]
        return hosts.contains(String(name)) || hosts.contains("*" + name.drop { $0 != "." })
    }

    func isOnOurs(_ link: Link) -> Bool {
        link.destinations.contains { destination in
            switch destination {
            case .path: routesLeadToOurs
            case .url(let url): Self.isOurs(url.host, hosts)
            case .app: false
            }
        }
    }
}
