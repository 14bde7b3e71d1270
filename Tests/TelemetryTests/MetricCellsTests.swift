import Platform
import Telemetry
import Testing

/// Counting on many threads, and label values that nobody expected.
@Suite struct MetricCellsTests {
    private func lines(_ registry: MetricRegistry) -> [String] {
        String(decoding: registry.text(), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `case 92, the number of series is constant whatever comes`() {
        let tenants = MetricNames(capacity: 3)
        var layout = MetricLayout()
        let requests = layout.counter(
            "t_requests_total", "Requests.", labels: MetricLabel("method", ["GET", "HEAD", "other"]),
            MetricLabel("tenant", tenants))
        let registry = MetricRegistry(layout)
        let cells = registry.makeCells()
        for name in ["shop", "kitchen", "reader"] { _ = tenants.index(of: name) }
        let before = lines(registry).count
        #expect(before == 2 + 3 * 4)
        for round in 0..<20_000 {
            // An index from outside, and a tenant that comes when the list is full.
            cells.add(requests, round &* 7919 &- 10_000, round % 50 == 0 ? tenants.index(of: "t\(round)") : round)
        }
        #expect(lines(registry).count == before)
        let sum = lines(registry).dropFirst(2).compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.reduce(
            0, +)
        #expect(sum == 20_000)
    }

    @Test func `an index beyond the list counts as the last of it`() {
        var layout = MetricLayout()
        let counter = layout.counter("t_total", "Things.", labels: MetricLabel("class", ["2xx", "other"]))
        let next = layout.counter("u_total", "Other things.")
        let registry = MetricRegistry(layout)
        let cells = registry.makeCells()
        for index in [-1, 1, 2, Int.max, Int.min] { cells.add(counter, index) }
        cells.add(next, 9, 9)
        #expect(
            lines(registry).filter { !$0.hasPrefix("#") } == [
                #"t_total{class="2xx"} 0"#, #"t_total{class="other"} 5"#, "u_total 1",
            ])
    }

    @Test func `a name keeps its index and only known names are shown`() {
        let names = MetricNames(capacity: 2)
        #expect(names.index(of: "a") == 0)
        #expect(names.index(of: "b") == 1)
        #expect(names.index(of: "c") == names.other)
        #expect(names.index(of: "a") == 0)
        #expect(MetricNames(capacity: 2).index(of: "other") == 2)
        var layout = MetricLayout()
        _ = layout.counter("t_total", "Things.", labels: MetricLabel("tenant", MetricNames(capacity: 2)))
        #expect(lines(MetricRegistry(layout)).last == #"t_total{tenant="other"} 0"#)
    }

    @Test func `increments of many threads sum up while others read`() throws {
        var layout = MetricLayout()
        let counter = layout.counter("t_total", "Things.", labels: MetricLabel("way", ["own", "shared"]))
        let open = layout.gauge("t_open", "Open things.")
        let size = layout.histogram("t_size", "Sizes.", bounds: [10])
        let registry = MetricRegistry(layout)
        let rounds = 10_000
        let body: @Sendable () -> Void = {
            let cells = registry.makeCells()
            for round in 0..<rounds {
                cells.add(counter, 0)
                registry.shared.add(counter, 1)
                cells.change(open, by: round % 2 == 0 ? 1 : -1)
                cells.observe(size, Int64(round % 20))
                if round % 5000 == 0 { _ = registry.text() }
            }
        }
        let first = try Platform.Thread(name: "metrics-a", body)
        let second = try Platform.Thread(name: "metrics-b", body)
        let third = try Platform.Thread(name: "metrics-c", body)
        first.join()
        second.join()
        third.join()
        #expect(
            lines(registry).filter { !$0.hasPrefix("#") } == [
                "t_open 0", #"t_size_bucket{le="10"} 16500"#, #"t_size_bucket{le="+Inf"} 30000"#, "t_size_sum 285000",
                "t_size_count 30000", #"t_total{way="own"} 30000"#, #"t_total{way="shared"} 30000"#,
            ])
    }

    @Test func `a counter wraps around instead of trapping`() {
        var layout = MetricLayout()
        let counter = layout.counter("t_total", "Things.")
        let registry = MetricRegistry(layout)
        let cells = registry.makeCells()
        cells.add(counter, by: .max)
        cells.add(counter, by: 3)
        #expect(lines(registry).last == "t_total 2")
    }

    @Test func `a wrong declaration ends the process at start`() async {
        await #expect(processExitsWith: .failure) {
            var layout = MetricLayout()
            _ = layout.counter("t_requests", "No suffix.")
        }
        await #expect(processExitsWith: .failure) {
            var layout = MetricLayout()
            _ = layout.gauge("t_open", "Twice.")
            _ = layout.gauge("t_open", "Twice.")
        }
    }
}
