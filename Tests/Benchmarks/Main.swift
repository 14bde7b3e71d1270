import Glibc
import Platform

/// Runs pieces of Postern under a tool that counts: see `scripts/bench`, which is how people start it.
///
/// ```
/// Benchmarks list                           names the cases, each with two numbers of repetitions and what is counted
/// Benchmarks times                          times what has to do with association files
/// Benchmarks run CASE COUNT                 repeats a case
/// Benchmarks request ADDRESS:PORT COUNT HOST TARGET [HOST TARGET]…
///                                           sends requests one by one, each of the pairs in turn, and expects a redirect
///                                           for each
/// Benchmarks ask ADDRESS:PORT COUNT STATUS FIELD HOST TARGET [HOST TARGET]…
///                                           the same, expects another status, and sends one more field if it is not empty
/// Benchmarks converge COUNT ADDRESS:PORT…   times changes in the database until the gateways serve them
/// Benchmarks rate COUNT RATE ADDRESS:PORT…  the same at so many changes a second
/// Benchmarks poll COUNT                     the same with a change feed that does not listen
/// Benchmarks lookups COUNT LINKS            looks links up over one connection
/// Benchmarks flood ADDRESS:PORT HOST RATE PROCESS
///                                           asks for a known link beside a flood of random ones
/// Benchmarks names                          answers for names until it is ended
/// Benchmarks transfers COUNT ADDRESS:PORT PORT PORT FILE
///                                           fetches from COUNT hosts: name server, ports of hosts and of Apple's
///                                           stand-in, trusted certificates
/// Benchmarks checks COUNT ADDRESS:PORT PORT PORT FILE
///                                           makes all checks of COUNT domains: the same, and the port also for Google's
///                                           stand-in
/// Benchmarks compare FILE [--update]        compares `CASE METRIC COUNT` lines of the input with the thresholds
/// ```
@main enum Benchmarks {
    static func main() {
        exit(answer(Array(CommandLine.arguments.dropFirst())))
    }

    private static func answer(_ arguments: [String]) -> Int32 {
        switch arguments.first {
        case "list" where arguments.count == 1:
            for benchmark in BenchmarkCase.all {
                let counts = benchmark.counts
                let metrics = benchmark.hasInstructionsOnly ? "instructions" : "all"
                print(benchmark.name, counts.lowerBound, counts.upperBound, metrics)
            }
            return 0
        case "times" where arguments.count == 1:
            AssociationTimes.report()
            return 0
        case "run" where arguments.count == 3:
            guard let benchmark = BenchmarkCase.all.first(where: { $0.name == arguments[1] }),
                let count = Int(arguments[2])
            else { return usage() }
            print(benchmark.body(count))
            return 0
        case "request" where arguments.count >= 5 && arguments.count % 2 == 1:
            guard let address = SocketAddress(arguments[1]), let count = Int(arguments[2]) else { return usage() }
            let client = RequestClient(address: address, status: "3", asked: Array(arguments[3...]))
            return report { () throws(BenchmarkFailure) in try client.run(count) }
        case "ask" where arguments.count >= 7 && arguments.count % 2 == 1:
            guard let address = SocketAddress(arguments[1]), let count = Int(arguments[2]) else { return usage() }
            let client = RequestClient(
                address: address, status: arguments[3], field: arguments[4], asked: Array(arguments[5...]))
            return report { () throws(BenchmarkFailure) in try client.run(count) }
        case "converge" where arguments.count >= 3:
            let addresses = arguments[2...].compactMap { SocketAddress($0) }
            guard let count = Int(arguments[1]), addresses.count == arguments.count - 2 else { return usage() }
            return report { () throws(BenchmarkFailure) in
                var convergence = try Convergence()
                return try convergence.gateways(addresses, changes: count)
            }
        case "rate" where arguments.count >= 4:
            let addresses = arguments[3...].compactMap { SocketAddress($0) }
            guard let count = Int(arguments[1]), let rate = Int(arguments[2]), rate > 0,
                addresses.count == arguments.count - 3
            else { return usage() }
            return report { () throws(BenchmarkFailure) in
                var changes = try ChangeRate()
                return try changes.run(addresses, changes: count, perSecond: rate)
            }
        case "poll" where arguments.count == 2:
            guard let count = Int(arguments[1]) else { return usage() }
            return report { () throws(BenchmarkFailure) in
                var convergence = try Convergence()
                return try convergence.poll(changes: count)
            }
        case "lookups" where arguments.count == 3:
            guard let count = Int(arguments[1]), let links = Int(arguments[2]) else { return usage() }
            return report { () throws(BenchmarkFailure) in try LinkTimes().lookups(count, among: links) }
        case "flood" where arguments.count == 5:
            guard let address = SocketAddress(arguments[1]), let rate = Int(arguments[3]),
                let process = Int(arguments[4])
            else { return usage() }
            return report { () throws(BenchmarkFailure) in
                try LinkTimes().flood(address, host: arguments[2], rate: rate, process: process)
            }
        case "names" where arguments.count == 1:
            return report { () throws(BenchmarkFailure) in try LoopbackNames.serve() }
        case "transfers" where arguments.count == 6:
            guard let count = Int(arguments[1]), let names = SocketAddress(arguments[2]),
                let origin = UInt16(arguments[3]), let apple = UInt16(arguments[4])
            else { return usage() }
            return report { () throws(BenchmarkFailure) in
                try Transfers(names: names, origin: origin, apple: apple, bundle: arguments[5]).run(count)
            }
        case "checks" where arguments.count == 6:
            guard let count = Int(arguments[1]), let names = SocketAddress(arguments[2]),
                let origin = UInt16(arguments[3]), let services = UInt16(arguments[4])
            else { return usage() }
            return report { () throws(BenchmarkFailure) in
                try FullChecks(names: names, origin: origin, services: services, bundle: arguments[5]).run(count)
            }
        case "compare" where arguments.count == 2 || arguments.count == 3 && arguments[2] == "--update":
            return report { () throws(BenchmarkFailure) in
                try Comparison(path: arguments[1], updates: arguments.count == 3).run()
            }
        default: return usage()
        }
    }

    private static func usage() -> Int32 {
        print(
            "usage: see the comment above: list, run, request, ask, converge, rate, poll, lookups, flood, names, transfers,"
                + " checks or compare")
        return 64
    }

    private static func report(_ body: () throws(BenchmarkFailure) -> Bool) -> Int32 {
        do throws(BenchmarkFailure) {
            return try body() ? 0 : 1
        } catch {
            print("Benchmarks: \(error.reason)")
            return 70
        }
    }
}

/// Why nothing could be measured.
struct BenchmarkFailure: Error {
    var reason: String
}
