import Platform
import Postgres

/// How long it takes at a steady rate of changes until each is served by each of some gateways: the change itself, or a
/// later one.
struct ChangeRate {
    private let connection: Connection
    /// When each change was committed.
    private var commits: [ContinuousClock.Instant] = []

    /// Connects to the database that `POSTERN_DATABASE_URL` names; the demo fleet is in it.
    init() throws(BenchmarkFailure) {
        do throws(PostgresError) {
            let url = ProcessEnvironment.value("POSTERN_DATABASE_URL") ?? ""
            connection = try Connection.connect(to: ConnectionString(url))
        } catch {
            throw BenchmarkFailure(reason: "\(error)")
        }
    }

    /// Changes a tenant's web page at a rate, and prints how long it took.
    ///
    /// - Returns: Whether every change was served everywhere within a minute of the last.
    mutating func run(
        _ addresses: [SocketAddress], changes: Int, perSecond rate: Int
    ) throws(BenchmarkFailure) -> Bool {
        let watches = addresses.map { GatewayWatch($0, changes: changes) }
        let threads = ThreadGroup()
        do {
            let pauses = try Epoll(capacity: 1)
            for watch in watches { try threads.start(name: "watch") { watch.run() } }
            let start = MonotonicTime.now()
            for number in 1...changes {
                _ = pauses.wait(until: start + .milliseconds(number * 1000 / rate), now: .now())
                try connection.execute(.setWeb, [.text("https://www.notes.example/change-\(number)")])
                commits.append(.now)
            }
        } catch {
            throw BenchmarkFailure(reason: "\(error)")
        }
        threads.join()
        for problem in watches.compactMap(\.problem) { throw BenchmarkFailure(reason: problem) }
        let times = watches.flatMap { watch in zip(commits, watch.served).map { max(.zero, $0.duration(to: $1)) } }
        print(
            Convergence.summary(
                times, "commit to served by each of \(addresses.count) gateways, \(rate) changes a second",
                bound: "100 ms"))
        return times.count == changes * addresses.count
    }
}

/// Asks one gateway, on a thread of its own, which change it serves.
private final class GatewayWatch: Sendable {
    private let address: SocketAddress
    private let changes: Int
    private let found = LockedValue<(served: [ContinuousClock.Instant], problem: String?)>(([], nil))

    init(_ address: SocketAddress, changes: Int) {
        self.address = address
        self.changes = changes
    }

    /// When each change, or a later one, was first seen.
    var served: [ContinuousClock.Instant] { found.withLock { $0.served } }

    /// Why it could not go on.
    var problem: String? { found.withLock { $0.problem } }

    func run() {
        do {
            let client = try LocationClient(address)
            let pauses = try Epoll(capacity: 1)
            var last = ContinuousClock.now
            var served: [ContinuousClock.Instant] = []
            while served.count < changes, last.duration(to: .now) < .seconds(60) {
                let location = try client.location(host: "go.notes.example") ?? ""
                let number = Int(location.split(separator: "change-").last ?? "") ?? 0
                if number > served.count {
                    last = .now
                    served += Array(repeating: last, count: number - served.count)
                }
                _ = pauses.wait(timeout: .milliseconds(2))
            }
            found.withLock { [served] in $0.served = served }
        } catch {
            found.withLock { $0.problem = "\(error)" }
        }
    }
}
