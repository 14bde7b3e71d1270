package import Association
import Cryptography
import DeepLinks
import FleetStore
import Platform
package import Postgres

/// The prober's tables, over one connection; confined to one thread, every call waits for the database.
package final class ProbeStore {
    let connection: Connection

    /// How long a drift may last before it is an alert.
    package var grace = DriftGrace()

    /// Uses a connection that nobody else uses; its schema was checked.
    package init(_ connection: Connection) {
        self.connection = connection
    }

    /// Connects, and checks the schema.
    ///
    /// - Parameters:
    ///   - address: The database.
    ///   - name: The name of the application, as the server lists it.
    /// - Throws: ``StoreError`` when the database is away or has another schema.
    init(connecting address: ConnectionString, as name: String) throws(StoreError) {
        var options = ConnectionOptions()
        options.applicationName = name
        options.connectTimeout = .seconds(5)
        do throws(PostgresError) {
            connection = try Connection.connect(to: address, options: options)
        } catch {
            throw .database(error)
        }
        try SchemaCheck.reading(connection)
    }

    /// Puts live domains on the schedule that are not.
    ///
    /// - Parameter spread: Over which time their first probes are spread.
    /// - Throws: ``PostgresError``.
    package func enrol(over spread: Duration) throws(PostgresError) {
        try connection.execute(.enrolDomains, [.double(spread.seconds)])
    }

    /// Makes every live domain due at once, but for those that a prober has just now.
    ///
    /// - Throws: ``PostgresError``.
    package func hasten() throws(PostgresError) {
        try enrol(over: .zero)
        try connection.execute(.hastenDomains)
    }

    /// Takes domains that are due, the longest due first.
    ///
    /// - Parameters:
    ///   - limit: How many at most.
    ///   - lapse: After which time they are anybody's again.
    /// - Returns: The domains.
    /// - Throws: ``PostgresError``.
    package func lease(_ limit: Int, for lapse: Duration) throws(PostgresError) -> [LeasedDomain] {
        try connection.query(.leaseDomains, [.int64(Int64(limit)), .double(lapse.seconds)]).sorted { $0.due < $1.due }
    }

    /// Gives domains back that were not probed.
    ///
    /// - Throws: ``PostgresError``.
    package func release(_ domains: [LeasedDomain]) throws(PostgresError) {
        guard !domains.isEmpty else { return }
        try connection.execute(.releaseLeases, [.uuids(domains.map(\.lease))])
    }

    /// Renews leases that were not lost.
    ///
    /// - Throws: ``PostgresError``.
    func renew(_ domains: [LeasedDomain], for lapse: Duration) throws(PostgresError) {
        guard !domains.isEmpty else { return }
        try connection.execute(.renewLeases, [.uuids(domains.map(\.lease)), .double(lapse.seconds)])
    }

    /// Gives a domain back that cannot be probed, due after a time.
    ///
    /// - Throws: ``PostgresError``.
    func putOff(_ domain: LeasedDomain, by time: Duration) throws(PostgresError) {
        try connection.execute(
            .finishProbe,
            [.int32(domain.id), .time(domain.due), .double(time.seconds), .int32(domain.failures)])
    }

    /// How many domains are live.
    ///
    /// - Throws: ``PostgresError``.
    func liveDomains() throws(PostgresError) -> Int {
        Int(try connection.queryOne(.liveDomains))
    }

    /// How the files of a domain stand.
    ///
    /// - Throws: ``PostgresError``.
    func states(of domain: LeasedDomain) throws(PostgresError) -> [ObservedFile: DriftState] {
        Dictionary(
            try connection.query(.driftStates, [.int32(domain.id)]).map { ($0.file, $0.state) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The newest revisions of a domain, with their bytes.
    ///
    /// - Parameters:
    ///   - domain: The domain.
    ///   - limit: How many of each kind; what is older counts as foreign. Default 20.
    /// - Returns: The revisions by kind.
    /// - Throws: ``PostgresError``.
    package func revisions(
        of domain: LeasedDomain, limit: Int = 20
    ) throws(PostgresError) -> [AssociationKind: [PublishedRevision]] {
        let rows = try connection.query(.publishedRevisions, [.int32(domain.id), .int64(Int64(limit))])
        return Dictionary(grouping: rows, by: \.kind).mapValues { $0.map(\.revision) }
    }

    /// The Android apps of a domain's tenant.
    ///
    /// - Throws: ``PostgresError``.
    package func androidApps(of domain: LeasedDomain) throws(PostgresError) -> [AppRow] {
        try connection.query(.androidApps, [.int32(domain.tenantID)])
    }

    /// The certificates that the database holds for a host, by the SHA-256 of their DER.
    ///
    /// - Throws: ``PostgresError``.
    func certificates(for host: HostName) throws(PostgresError) -> Set<SHA256Digest> {
        // RFC 9525 section 6.3: a wildcard stands for one whole label, the leftmost.
        let names = [host.text, "*" + host.text.drop { $0 != "." }]
        return Set(try connection.query(.heldCertificates, [.texts(names)]).compactMap(\.self))
    }

    /// How many domains are due for longer than a time and nobody has them.
    ///
    /// - Throws: ``PostgresError``.
    package func overdue(by time: Duration) throws(PostgresError) -> Int {
        Int(try connection.queryOne(.overdueDomains, [.double(time.seconds)]))
    }

    /// Forgets what is older than its retention, in batches of a thousand.
    ///
    /// - Parameters:
    ///   - days: For observations and alerts that were delivered. Default 90.
    ///   - summaryDays: For the summaries of days. Default 730.
    ///   - untoldDays: For alerts that could be delivered to nobody. Default 7.
    /// - Throws: ``PostgresError``.
    package func prune(days: Int = 90, summaryDays: Int = 730, untoldDays: Int = 7) throws(PostgresError) {
        try prune(.pruneObservations, [.int32(Int32(days)), .int64(1000)])
        try prune(.pruneDays, [.int32(Int32(summaryDays)), .int64(1000)])
        try prune(.pruneAlerts, [.int32(Int32(days)), .int32(Int32(untoldDays))])
    }

    private func prune(_ statement: Statement<Void>, _ values: [Value]) throws(PostgresError) {
        while try connection.execute(statement, values) == 1000 {}
    }
}

extension Duration {
    /// The duration as a number of seconds.
    var seconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
