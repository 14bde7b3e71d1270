import DeepLinks
import HTTPServer
import HTTPWire
import Platform
import Synchronization
import Telemetry

/// Reads the loops' request records on a thread of its own: counts them, and writes the access log where it is wanted.
final class RecordReader: Sendable {
    private let server: HTTPServer
    private let metrics: GatewayMetrics
    private let cells: MetricCells
    private let numbers: RecordNumbers
    private let log: Log
    /// Nil where no access log is wanted.
    private let accessLog: AccessLogRules?
    private let stops = Atomic(false)
    private let waker: EventDescriptor
    private let epoll: Epoll

    /// Makes a reader that does nothing yet.
    ///
    /// - Throws: ``SystemError`` when no descriptor is left.
    init(
        server: HTTPServer, metrics: GatewayMetrics, cells: MetricCells, numbers: RecordNumbers, log: Log,
        accessLog: AccessLogRules?
    ) throws(SystemError) {
        waker = try EventDescriptor()
        epoll = try Epoll(capacity: 1)
        try epoll.add(waker.rawValue, .readable, token: 0)
        self.server = server
        self.metrics = metrics
        self.cells = cells
        self.numbers = numbers
        self.log = log
        self.accessLog = log.isEnabled(.info) ? accessLog : nil
    }

    /// More records than this in one round, of a ring that takes 4,096 and more, are reason to come back soon.
    private static let busyRound = 256

    /// Reads until ``stop()``, then what is left; waits 2 to 50 ms between, longer the quieter it is: waking for a record or two
    /// costs more than they do.
    func run() {
        var tenants = TenantIndices(numbers, metrics.tenants)
        var lines = accessLog.map { AccessLog(log, $0, numbers) }
        var pause = 2
        while !stops.load(ordering: .acquiring) {
            let count = readAll(&tenants, &lines)
            pause = count > Self.busyRound ? 2 : min(pause * 2, 50)
            _ = epoll.wait(timeout: .milliseconds(pause))
        }
        readAll(&tenants, &lines)
    }

    /// Lets ``run()`` end.
    func stop() {
        stops.store(true, ordering: .releasing)
        waker.signal()
    }

    @discardableResult
    private func readAll(_ tenants: inout TenantIndices, _ lines: inout AccessLog?) -> Int {
        lines?.beginRound()
        let count = server.takeRecords { record in
            self.count(record, &tenants)
            lines?.write(record)
        }
        lines?.flush()
        return count
    }

    private func count(_ record: RequestRecord, _ tenants: inout TenantIndices) {
        let status = max(0, min(3, Int(record.status) / 100 - 2))
        cells.add(metrics.requests, Int(record.reason), status)
        cells.observe(metrics.duration, record.nanoseconds)
        if let tenant = tenants.index(of: record.tenant) { cells.add(metrics.tenantRequests, tenant, status) }
        if record.client > 0 { cells.add(metrics.clients, Int(record.client) - 1, Int(record.platform)) }
    }
}
