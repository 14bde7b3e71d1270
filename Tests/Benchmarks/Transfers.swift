import Platform
import Prober
import Resolver

/// What the prober's transfers cost: one to each of many hosts, and one to Apple's network for each.
struct Transfers {
    /// The host of each transfer; `scripts/bench` serves them all with one certificate.
    private static func host(_ number: Int) -> String { "d\(number).bench.example" }

    private let engine: TransferEngine
    private let origin: UInt16
    private let apple: UInt16
    private let policy = AddressPolicy(allowing: [AddressBlock("127.0.0.0/8")].compactMap(\.self))

    /// Starts an engine without a rate limit.
    ///
    /// - Parameters:
    ///   - names: The name server.
    ///   - origin: The port of the hosts on 127.0.0.1.
    ///   - apple: The port of the stand-in for Apple's network.
    ///   - bundle: The file of trusted certificates.
    /// - Throws: ``BenchmarkFailure`` when the engine does not start.
    init(names: SocketAddress, origin: UInt16, apple: UInt16, bundle: String) throws(BenchmarkFailure) {
        do {
            let limits: [TransferService: ServiceLimits] = [
                .origin: ServiceLimits(concurrency: 64),
                .appleCDN: ServiceLimits(concurrency: 8, reusesConnections: true),
            ]
            engine = try TransferEngine(
                TransferEngine.Configuration(bundle: bundle, limits: limits, queueLimit: .seconds(600)),
                resolver: try NameResolver(ResolverConfiguration(servers: [names])))
        } catch {
            throw BenchmarkFailure(reason: "\(error)")
        }
        self.origin = origin
        self.apple = apple
    }

    /// Makes the transfers and prints what they cost.
    ///
    /// - Returns: Whether all were answered with 200.
    func run(_ count: Int) -> Bool {
        let failures = LockedValue<[String: Int]>([:])
        let left = LockedValue(2 * count)
        let done = Handover<Bool>()
        let before = ProcessUsage()
        let begin = MonotonicTime.now()
        for number in 0..<count {
            let paths = [
                (TransferService.origin, Self.host(number), origin, "/.well-known/apple-app-site-association"),
                (.appleCDN, "apple.bench.example", apple, "/a/v1/\(Self.host(number))"),
            ]
            for (service, host, port, path) in paths {
                let request = TransferRequest(
                    TransferURL(host: host, port: port, target: path), service: service, userAgent: "AASA-Bot/1.0.0",
                    policy: policy)
                engine.fetch(request) { record in
                    if record.outcome != .answered(status: 200) {
                        failures.withLock { $0["\(service.rawValue) \(record.outcome.label)", default: 0] += 1 }
                    }
                    let isLast = left.withLock { left in
                        left -= 1
                        return left == 0
                    }
                    if isLast { done.give(true) }
                }
            }
        }
        _ = done.take()
        let wall = MonotonicTime.now() - begin
        let after = ProcessUsage()
        let spent = after.processorTime - before.processorTime
        let perHost = spent / count
        print("\(count) hosts, an origin transfer and a look-up at Apple's stand-in each: \(wall)")
        print("processor time \(spent), \(perHost) a host; 10,000 hosts: \(perHost * 10_000) of one core")
        print("peak memory \(after.peakMemory) MiB; failures \(failures.withLock { $0 })")
        return failures.withLock { $0.isEmpty }
    }
}
