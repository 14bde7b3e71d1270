import Telemetry
import Testing

/// The Prometheus text format.
@Suite struct MetricExpositionTests {
    enum Outcome: String, CaseIterable { case redirect, page, error }

    private func text(_ registry: MetricRegistry) -> String {
        String(decoding: registry.text(), as: UTF8.self)
    }

    @Test func `every kind of metric is written by name and in the order of its labels' lists`() {
        var layout = MetricLayout()
        let requests = layout.counter(
            "t_requests_total", "Requests answered.", labels: MetricLabel("outcome", Outcome.self),
            MetricLabel("kind", ["a", "b"]))
        let open = layout.gauge("t_open", "Connections that are open.")
        let duration = layout.histogram(
            "t_duration_seconds", "Time to answer.", bounds: [.milliseconds(5), .milliseconds(250), .seconds(1)],
            labels: MetricLabel("kind", ["a"]))
        let size = layout.histogram("t_size_bytes", "Bytes sent.", bounds: [100, 1000])
        layout.gauge("t_ratio", "A ratio.") { 0.25 }
        layout.gauge("t_info", "What runs.", label: MetricLabel("version", ["1.0 \"x\"\\\n"])) { [1] }
        layout.counter("t_lost_total", "Back\\slash\nand line end.") { 18_446_744_073_709 }
        let registry = MetricRegistry(layout)
        let (first, second) = (registry.makeCells(), registry.makeCells())
        first.add(requests, 0, 1)
        second.add(requests, 0, 1, by: 41)
        second.add(requests, 2, 0)
        first.change(open, by: 5)
        second.change(open, by: -3)
        for value: Int64 in [-1, 5_000_000, 5_000_001, 1_000_000_000, 2_500_000_000] { first.observe(duration, value) }
        second.observe(size, 1000)
        #expect(
            text(registry) == #"""
                # HELP t_duration_seconds Time to answer.
                # TYPE t_duration_seconds histogram
                t_duration_seconds_bucket{kind="a",le="0.005"} 2
                t_duration_seconds_bucket{kind="a",le="0.25"} 3
                t_duration_seconds_bucket{kind="a",le="1"} 4
                t_duration_seconds_bucket{kind="a",le="+Inf"} 5
                t_duration_seconds_sum{kind="a"} 3.510000001
                t_duration_seconds_count{kind="a"} 5
                # HELP t_info What runs.
                # TYPE t_info gauge
                t_info{version="1.0 \"x\"\\\n"} 1
                # HELP t_lost_total Back\\slash\nand line end.
                # TYPE t_lost_total counter
                t_lost_total 18446744073709
                # HELP t_open Connections that are open.
                # TYPE t_open gauge
                t_open 2
                # HELP t_ratio A ratio.
                # TYPE t_ratio gauge
                t_ratio 0.25
                # HELP t_requests_total Requests answered.
                # TYPE t_requests_total counter
                t_requests_total{outcome="redirect",kind="a"} 0
                t_requests_total{outcome="redirect",kind="b"} 42
                t_requests_total{outcome="page",kind="a"} 0
                t_requests_total{outcome="page",kind="b"} 0
                t_requests_total{outcome="error",kind="a"} 1
                t_requests_total{outcome="error",kind="b"} 0
                # HELP t_size_bytes Bytes sent.
                # TYPE t_size_bytes histogram
                t_size_bytes_bucket{le="100"} 0
                t_size_bytes_bucket{le="1000"} 1
                t_size_bytes_bucket{le="+Inf"} 1
                t_size_bytes_sum 1000
                t_size_bytes_count 1

                """#
        )
        #expect(text(registry) == text(registry))
    }

    @Test(arguments: [(Double.infinity, "+Inf"), (-.infinity, "-Inf"), (.nan, "NaN"), (-2, "-2"), (1e20, "1e+20")])
    func `a computed value may be any number`(value: Double, expected: String) {
        var layout = MetricLayout()
        layout.gauge("t_value", "A value.") { value }
        #expect(text(MetricRegistry(layout)).hasSuffix("\nt_value \(expected)\n"))
    }

    @Test func `a counter that something else keeps has a value for each label value`() {
        var layout = MetricLayout()
        layout.counter("t_kept_total", "Kept.", label: MetricLabel("outcome", Outcome.self)) { [1, 2] }
        let expected = #"t_kept_total{outcome="redirect"} 1"# + "\n" + #"t_kept_total{outcome="page"} 2"# + "\n"
        #expect(text(MetricRegistry(layout)).hasSuffix("counter\n" + expected))
    }

    @Test func `no metric gives an empty text`() {
        #expect(MetricRegistry(MetricLayout()).text().isEmpty)
    }
}
