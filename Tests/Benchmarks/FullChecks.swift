import Association
import DeepLinks
import Platform
import Prober
import Resolver

/// What all checks of a domain cost: the host as Apple, a browser and Google ask it, its TLS, Apple's copy, Google's answers.
struct FullChecks {
    private let checks: DomainChecks

    /// Starts an engine without a rate limit.
    ///
    /// - Parameters:
    ///   - names: The name server.
    ///   - origin: The port of the hosts on 127.0.0.1.
    ///   - services: The port of the stand-ins for Apple's network and Google's API.
    ///   - bundle: The file of trusted certificates.
    /// - Throws: ``BenchmarkFailure`` when the engine does not start.
    init(names: SocketAddress, origin: UInt16, services: UInt16, bundle: String) throws(BenchmarkFailure) {
        do {
            let limits: [TransferService: ServiceLimits] = [
                .appleCDN: ServiceLimits(concurrency: 8, reusesConnections: true),
                .googleDAL: ServiceLimits(concurrency: 8, reusesConnections: true),
            ]
            let resolver = try NameResolver(ResolverConfiguration(servers: [names]))
            let engine = try TransferEngine(
                TransferEngine.Configuration(bundle: bundle, limits: limits, queueLimit: .seconds(600)),
                resolver: resolver)
            let host = "services.bench.example"
            let configuration = DomainChecks.Configuration(
                policy: AddressPolicy(allowing: [AddressBlock("127.0.0.0/8")].compactMap(\.self)),
                appleCDN: TransferURL(host: host, port: services, target: "/a/v1"),
                googleDAL: TransferURL(host: host, port: services, target: "/v1"), originPort: origin)
            checks = try DomainChecks(configuration, engine: engine, resolver: resolver)
        } catch {
            throw BenchmarkFailure(reason: "\(error)")
        }
    }

    /// Checks domains, 32 at once, and prints what that costs.
    ///
    /// - Returns: Whether nothing was found wrong.
    func run(_ count: Int) -> Bool {
        _ = check(32)
        let before = ProcessUsage()
        let begin = MonotonicTime.now()
        let codes = check(count)
        let wall = MonotonicTime.now() - begin
        let after = ProcessUsage()
        print("\(count) domains, all checks of each: \(wall)")
        print("processor time \((after.processorTime - before.processorTime) / count) a domain")
        print("peak memory \(after.peakMemory) MiB; findings \(codes)")
        return codes.isEmpty
    }

    private func check(_ count: Int) -> [String: Int] {
        let codes = LockedValue<[String: Int]>([:])
        let numbers = LockedValue(0)
        let done = (0..<32).map { _ in Handover<Bool>() }
        for slot in done { Self.next(checks, numbers, count, codes) { slot.give(true) } }
        for slot in done { _ = slot.take() }
        return codes.withLock { $0 }
    }

    /// Checks one domain after the other until all are checked.
    private static func next(
        _ checks: DomainChecks, _ numbers: LockedValue<Int>, _ count: Int, _ codes: LockedValue<[String: Int]>,
        end: @escaping @Sendable () -> Void
    ) {
        let number = numbers.withLock { number in
            number += 1
            return number
        }
        guard number <= count, let domain = try? DomainName("d\(number).bench.example") else { return end() }
        checks.check(ProbeTarget(domain)) { report in
            codes.withLock { codes in
                for finding in report.findings where finding.severity != .note {
                    codes[finding.code.rawValue, default: 0] += 1
                }
            }
            next(checks, numbers, count, codes, end: end)
        }
    }
}
