import FleetStore
import Platform
import Postgres

/// How long it takes from a committed change until it is served: by running gateways, which listen, and by a change
/// feed that only polls.
struct Convergence {
    /// Times from commit to being served, unsorted.
    private var times: [Duration] = []
    private let connection: Connection

    /// Connects to the database that `POSTERN_DATABASE_URL` names; the demo fleet is in it.
    init() throws(BenchmarkFailure) {
        do throws(PostgresError) {
            let url = ProcessEnvironment.value("POSTERN_DATABASE_URL") ?? ""
            connection = try Connection.connect(to: ConnectionString(url), options: ConnectionOptions())
        } catch {
            throw BenchmarkFailure(reason: "\(error)")
        }
    }

    /// Changes a tenant's web page by SQL, and asks every gateway until it sends browsers there.
    ///
    /// - Returns: Whether each change was served within a minute.
    mutating func gateways(_ addresses: [SocketAddress], changes: Int) throws(BenchmarkFailure) -> Bool {
        var clients: [LocationClient] = []
        for address in addresses { clients.append(try LocationClient(address)) }
        for number in 1...changes {
            try pause()
            let web = "https://www.notes.example/change-\(number)"
            try change(web)
            let commit = ContinuousClock.now
            var waiting = Array(clients.indices)
            while !waiting.isEmpty {
                guard commit.duration(to: .now) < .seconds(60) else { return false }
                for index in waiting where try clients[index].location(host: "go.notes.example") == web {
                    waiting.removeAll { $0 == index }
                }
            }
            times.append(commit.duration(to: .now))
        }
        print(Self.summary(times, "commit to served by \(addresses.count) gateways that listen", bound: "100 ms"))
        return true
    }

    /// The same with a change feed in this process that does not listen.
    ///
    /// - Returns: Whether each change was delivered within a minute.
    mutating func poll(changes: Int) throws(BenchmarkFailure) -> Bool {
        let latest = LockedValue<(Int64, ContinuousClock.Instant)>((0, .now))
        var options = ChangeFeed.Options()
        options.listens = false
        let feed: ChangeFeed
        do {
            feed = try ChangeFeed(
                database: ConnectionString(ProcessEnvironment.value("POSTERN_DATABASE_URL") ?? ""), options: options
            ) { change in
                let now = ContinuousClock.now
                latest.withLock { $0 = (change.generation, now) }
            }
            try feed.start()
        } catch {
            throw BenchmarkFailure(reason: "\(error)")
        }
        defer { feed.stop() }
        for number in 1...changes {
            try pause()
            try change("https://www.notes.example/poll-\(number)")
            let commit = ContinuousClock.now
            let generation = try generation()
            while latest.withLock({ $0.0 }) < generation {
                guard commit.duration(to: .now) < .seconds(60) else { return false }
                try pause(upTo: 2)
            }
            times.append(commit.duration(to: latest.withLock { $0.1 }))
        }
        print(Self.summary(times, "commit to delivered by a feed that polls", bound: "2 s"))
        return true
    }

    private func change(_ web: String) throws(BenchmarkFailure) {
        _ = try query { () throws(PostgresError) in try connection.execute(.setWeb, [.text(web)]) }
    }

    private func generation() throws(BenchmarkFailure) -> Int64 {
        try query { () throws(PostgresError) in try connection.queryOne(.lastGeneration) }
    }

    /// A random while, so that changes fall anywhere between two polls.
    private func pause(upTo milliseconds: Int = 200) throws(BenchmarkFailure) {
        let epoll: Epoll
        do throws(SystemError) { epoll = try Epoll(capacity: 1) } catch { throw BenchmarkFailure(reason: "\(error)") }
        _ = epoll.wait(timeout: .milliseconds(Int.random(in: 1...milliseconds)))
    }

    private func query<Result>(
        _ body: () throws(PostgresError) -> Result
    ) throws(BenchmarkFailure) -> Result {
        do throws(PostgresError) { return try body() } catch { throw BenchmarkFailure(reason: "\(error)") }
    }

    /// A line with the median, the 99th percentile and the longest of some times.
    static func summary(_ times: [Duration], _ title: String, bound: String) -> String {
        let sorted = times.sorted()
        let figures = [("median", 0.5), ("99th percentile", 0.99), ("longest", 1)].map { name, share in
            let time = sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
            return "\(name) \(Double(time.wholeNanoseconds / 10_000) / 100) ms"
        }
        return "\(title), \(sorted.count) times: \(figures.joined(separator: ", ")) (bound at the 99th: \(bound))"
    }
}

extension Statement<Void> {
    /// An edit by hand, as psql would make it.
    static let setWeb = Statement(
        "bench_set_web", sql: "UPDATE fleet.tenants SET web = $1 WHERE name = 'notes'", parameters: [.text])
}

extension Statement<Int64> {
    static let lastGeneration = Statement(
        "bench_last_generation", sql: "SELECT coalesce(max(generation), 0) FROM fleet.changes")
}

/// Asks one gateway, over one connection, where a host's unknown paths lead.
final class LocationClient {
    private let socket: FileDescriptor
    private var answer = [UInt8](repeating: 0, count: 4096)

    init(_ address: SocketAddress) throws(BenchmarkFailure) {
        do throws(SystemError) { socket = try Socket.connect(to: address) } catch {
            throw BenchmarkFailure(reason: "\(error)")
        }
    }

    func location(host: String) throws(BenchmarkFailure) -> String? {
        let request = Array("GET /nothing HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8)
        guard Socket.send(socket.rawValue, request.span) == .bytes(request.count) else {
            throw BenchmarkFailure(reason: "the request could not be sent")
        }
        var text = ""
        while !text.contains("\r\n\r\n") {
            var room = answer.mutableSpan
            guard case .bytes(let count) = Socket.receive(socket.rawValue, into: &room), count > 0 else {
                throw BenchmarkFailure(reason: "the connection ended")
            }
            text += String(decoding: answer[..<count], as: UTF8.self)
        }
        return text.split(separator: "\r\n").first { $0.hasPrefix("Location: ") }.map { String($0.dropFirst(10)) }
    }
}
