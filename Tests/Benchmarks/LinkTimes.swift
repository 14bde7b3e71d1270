import DeepLinks
import FleetStore
import Platform
import Postgres
import Synchronization

/// How fast links are looked up over one connection, and what a flood of random slugs costs those that are known.
///
/// The demo fleet is in the database that `POSTERN_DATABASE_URL` names, with links `bench0`, `bench1` and so on.
struct LinkTimes {
    /// Looks random links up, each of which is there, without a cache.
    ///
    /// - Parameters:
    ///   - count: Look-ups.
    ///   - links: Links that are there.
    /// - Returns: Whether all were found.
    /// - Throws: When there is no database.
    func lookups(_ count: Int, among links: Int) throws(BenchmarkFailure) -> Bool {
        var options = LinkLookup.Options()
        options.deadline = .seconds(60)
        do {
            let address = try ConnectionString(ProcessEnvironment.value("POSTERN_DATABASE_URL") ?? "")
            let place = try Connection.connect(to: address, options: ConnectionOptions()).queryOne(.benchmarkPlace)
            let lookup = try LinkLookup(database: address, options: options)
            try lookup.start()
            defer { lookup.stop() }
            // Until the connection is made and what is read is in memory.
            while answer(20_000, among: links, lookup, place) < 20_000 {}
            let start = ContinuousClock.now
            let found = answer(count, among: links, lookup, place)
            let seconds = Double(start.duration(to: .now).wholeNanoseconds) / 1e9
            print("look-ups among \(links) links over one connection: \(Int(Double(count) / seconds)) a second")
            return found == count
        } catch {
            throw BenchmarkFailure(reason: "\(error)")
        }
    }

    /// Asks for a known link by one client, by turns with and without another that asks for random slugs.
    ///
    /// - Parameters:
    ///   - address: A gateway.
    ///   - host: The host of the links.
    ///   - rate: Random slugs in a second.
    ///   - process: The gateway's, which has one loop.
    /// - Returns: Whether the known link always was a redirect.
    /// - Throws: When there is no connection, or it ends early.
    func flood(_ address: SocketAddress, host: String, rate: Int, process: Int) throws(BenchmarkFailure) -> Bool {
        let known = RequestClient(address: address, status: "3", asked: [host, "/c/bench1"])
        let flood = SlugFlood(address, host: host, rate: rate)
        let threads = ThreadGroup()
        do throws(SystemError) {
            try threads.start(name: "flood") { flood.run() }
        } catch {
            throw BenchmarkFailure(reason: "\(error)")
        }
        defer {
            flood.isOver.store(true, ordering: .relaxed)
            threads.join()
        }
        guard try known.run(20_000) else { return false }
        let loop = try LoopThread(of: process)
        var clock: [Double] = []
        var processor: [Double] = []
        var slugTimes: [Double] = []
        for _ in 0..<15 {
            var times: [Double] = []
            var loopTimes: [Double] = []
            var slugs = 0
            for isOn in [false, true] {
                flood.isOn.store(isOn, ordering: .relaxed)
                let start = ContinuousClock.now
                let answered = flood.answered.load(ordering: .relaxed)
                let used = try loop.processorTime()
                guard try known.run(5000) else { return false }
                times.append(Double(start.duration(to: .now).wholeNanoseconds))
                loopTimes.append(Double(try loop.processorTime() - used))
                slugs = flood.answered.load(ordering: .relaxed) - answered
            }
            clock.append(times[1] / times[0])
            processor.append(loopTimes[1] / loopTimes[0])
            slugTimes.append((loopTimes[1] - loopTimes[0]) / Double(max(slugs, 1)) / 1000)
        }
        print("beside \(rate) random slugs a second, \(flood.answered.load(ordering: .relaxed)) of them answered:")
        print("  a known link takes \(Self.spread(clock)) of its time without, on the clock")
        print("  the loop's thread takes \(Self.spread(processor)) of its processor time without, slugs included")
        print("  it takes \(Self.spread(slugTimes)) microseconds for each random slug")
        return true
    }

    /// The median, and between which the middle half of the figures lies.
    private static func spread(_ figures: [Double]) -> String {
        let sorted = figures.sorted().map { ($0 * 1000).rounded() / 1000 }
        return "\(sorted[7]) (\(sorted[3]) to \(sorted[11]))"
    }

    /// Looks links up, all at once within the look-up's limit.
    ///
    /// - Returns: How many were found.
    private func answer(_ count: Int, among links: Int, _ lookup: LinkLookup, _ place: BenchmarkPlace) -> Int {
        let tally = Tally()
        for number in 1...count {
            let query = LinkQuery(
                domain: place.domain, route: place.route, slug: "bench\(Int.random(in: 0..<links))")
            lookup.find(query) { answer in
                if case .found = answer { tally.found.add(1, ordering: .relaxed) }
                tally.answered.add(1, ordering: .releasing)
            }
            while number - tally.answered.load(ordering: .acquiring) >= 4000 { tally.pause() }
        }
        while tally.answered.load(ordering: .acquiring) < count { tally.pause() }
        return tally.found.load(ordering: .relaxed)
    }

    private final class Tally: Sendable {
        let found = Atomic(0)
        let answered = Atomic(0)
        private let epoll = try? EpollPause()

        func pause() { epoll?.wait() }
    }
}

/// The thread of a gateway's first loop.
private struct LoopThread {
    private let path: String

    init(of process: Int) throws(BenchmarkFailure) {
        let tasks = "/proc/\(process)/task"
        for task in (try? Directory.names(tasks)) ?? [] {
            guard let name = try? File.read("\(tasks)/\(task)/comm"), name.starts(with: "http-0\n".utf8) else {
                continue
            }
            path = "\(tasks)/\(task)/schedstat"
            return
        }
        throw BenchmarkFailure(reason: "the process \(process) has no thread of a loop")
    }

    /// Nanoseconds on a processor (Linux, Documentation/scheduler/sched-stats.rst).
    func processorTime() throws(BenchmarkFailure) -> Int {
        guard let text = try? File.read(path),
            let time = Int(String(decoding: text.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self))
        else { throw BenchmarkFailure(reason: "\(path) cannot be read") }
        return time
    }
}

/// Where the benchmark's links are.
struct BenchmarkPlace: Sendable {
    var domain: DomainID
    var route: RouteID
}

extension Statement<BenchmarkPlace> {
    static let benchmarkPlace = Statement(
        "bench_place", sql: "SELECT domain_id, route_id FROM fleet.links WHERE slug = 'bench0'",
        columns: [.int4, .int4]
    ) { row throws(PostgresError) in
        BenchmarkPlace(domain: DomainID(rawValue: try row.next()), route: RouteID(rawValue: try row.next()))
    }
}

/// A wait of a millisecond.
final class EpollPause: Sendable {
    private let epoll: Epoll

    init() throws(SystemError) { epoll = try Epoll(capacity: 1) }

    func wait() { _ = epoll.wait(timeout: .milliseconds(1)) }
}

/// Asks for random slugs at a rate, over one connection.
final class SlugFlood: Sendable {
    let isOn = Atomic(false)
    let isOver = Atomic(false)
    let answered = Atomic(0)
    private let address: SocketAddress
    private let host: String
    private let rate: Int

    init(_ address: SocketAddress, host: String, rate: Int) {
        self.address = address
        self.host = host
        self.rate = rate
    }

    /// Sends some requests every few milliseconds, and waits for their answers.
    func run() {
        guard let socket = try? Socket.connect(to: address), let pause = try? EpollPause() else { return }
        var answer = [UInt8](repeating: 0, count: 65_536)
        var next = ContinuousClock.now
        while !isOver.load(ordering: .relaxed) {
            guard isOn.load(ordering: .relaxed), next <= .now else {
                pause.wait()
                continue
            }
            next = max(next, ContinuousClock.now - .milliseconds(50)).advanced(by: .milliseconds(5))
            let count = max(1, rate / 200)
            let requests = (0..<count).map { _ in
                "GET /c/r\(UInt32.random(in: 0 ... .max)) HTTP/1.1\r\nHost: \(host)\r\n\r\n"
            }.joined()
            let bytes = Array(requests.utf8)
            guard Socket.send(socket.rawValue, bytes.span) == .bytes(bytes.count) else { return }
            var heads = 0
            var matched = 0
            while heads < count {
                var room = answer.mutableSpan
                guard case .bytes(let received) = Socket.receive(socket.rawValue, into: &room), received > 0 else {
                    return
                }
                let end: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
                for byte in answer[..<received] {
                    matched = byte == end[matched] ? matched + 1 : byte == end[0] ? 1 : 0
                    if matched == 4 { (heads, matched) = (heads + 1, 0) }
                }
            }
            answered.add(count, ordering: .relaxed)
        }
    }
}
