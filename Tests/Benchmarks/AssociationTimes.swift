import Glibc

/// Times what has to do with association files, as time of a processor; for orientation, since machines differ.
enum AssociationTimes {
    /// Prints a line for each case: how many there are in a second, or how long one takes, and what is asked.
    static func report() {
        let matches = 200_000
        let rate = Double(matches) / seconds(of: .match, matches)
        print("match.url       \(Int(rate)) matches a second; asked are 300,000")
        line(.hostilePattern, 20, "1 ms")
        line(.lint, 1, "250 ms")
        line(.lintOfManyRules, 1, "250 ms")
        line(.compile, 1, "50 ms")
        line(.compileLists, 1, "1,000 ms")
        line(.compare, 1, "1,000 ms")
    }

    private static func line(_ benchmark: BenchmarkCase, _ count: Int, _ limit: String) {
        let milliseconds = seconds(of: benchmark, count) / Double(count) * 1_000
        let name = benchmark.name + String(repeating: " ", count: 15 - benchmark.name.utf8.count)
        print("\(name) \((milliseconds * 100).rounded() / 100) ms; asked is less than \(limit)")
    }

    /// The median of five runs, less the preparation.
    private static func seconds(of benchmark: BenchmarkCase, _ count: Int) -> Double {
        let runs = (0..<5).map { _ in time(benchmark, count) - time(benchmark, 0) }
        return Double(runs.sorted()[2]) / 1_000_000
    }

    /// In microseconds, which is what `clock` counts on every system of today (POSIX).
    private static func time(_ benchmark: BenchmarkCase, _ count: Int) -> Int {
        let start = clock()
        if benchmark.body(count) < 0 { print("\(benchmark.name) cannot be prepared") }
        return clock() - start
    }
}
