/// Lays out all metrics of the process, before it starts to count.
///
/// A module declares its metrics in one place, a value whose initialiser takes a layout:
///
/// ```swift
/// package struct ServerMetrics: Sendable {
///     package let accepted: Counter
///     package let duration: Histogram
///
///     package init(_ layout: inout MetricLayout) {
///         accepted = layout.counter("postern_http_connections_accepted_total", "Connections accepted.")
///         duration = layout.histogram("postern_http_request_duration_seconds", "From first byte to last.",
///             bounds: [.milliseconds(1), .milliseconds(10)])
///     }
/// }
/// ```
///
/// Conventions: names are `postern_<module>_<what>_<unit>` in lower case; units are base units (`seconds`, `bytes`); a
/// counter ends in `_total`. Help is one sentence. At most two labels, each with a fixed list of values. A wrong
/// declaration is a fault of the program and traps at start.
package struct MetricLayout: Sendable {
    private(set) var families: [MetricFamily] = []
    private(set) var cellCount = 0

    /// Begins without metrics.
    package init() {}

    /// Declares a counter.
    ///
    /// - Parameters:
    ///   - name: Ends in `_total`.
    ///   - help: One sentence.
    ///   - labels: At most two.
    /// - Returns: Where to count.
    package mutating func counter(_ name: String, _ help: String, labels: MetricLabel...) -> Counter {
        precondition(name.hasSuffix("_total"), "the name of a counter ends in _total")
        let counter = Counter(series: series(labels, width: 1))
        declare(MetricFamily(name: name, help: help, kind: .counter, labels: labels, source: .counter(counter)))
        return counter
    }

    /// Declares a gauge that is changed step by step.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - help: One sentence.
    ///   - labels: At most two.
    /// - Returns: Where to count.
    package mutating func gauge(_ name: String, _ help: String, labels: MetricLabel...) -> Gauge {
        let gauge = Gauge(series: series(labels, width: 1))
        declare(MetricFamily(name: name, help: help, kind: .gauge, labels: labels, source: .gauge(gauge)))
        return gauge
    }

    /// Declares a histogram of durations, observed in nanoseconds and shown in seconds.
    ///
    /// - Parameters:
    ///   - name: Ends in `_seconds`.
    ///   - help: One sentence.
    ///   - bounds: The upper bounds of the buckets, ascending, at most 16; the last bucket has no bound.
    ///   - labels: At most two.
    /// - Returns: Where to observe.
    package mutating func histogram(
        _ name: String,
        _ help: String,
        bounds: [Duration],
        labels: MetricLabel...
    ) -> Histogram {
        precondition(name.hasSuffix("_seconds"), "the name of a histogram of durations ends in _seconds")
        let nanoseconds = bounds.map { duration in
            let (seconds, attoseconds) = duration.components
            return UInt64(clamping: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        }
        return histogram(name, help, nanoseconds, labels, scale: 1e9)
    }

    /// Declares a histogram of sizes or numbers.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - help: One sentence.
    ///   - bounds: The upper bounds of the buckets, ascending, at most 16; the last bucket has no bound.
    ///   - labels: At most two.
    /// - Returns: Where to observe.
    package mutating func histogram(
        _ name: String,
        _ help: String,
        bounds: [UInt64],
        labels: MetricLabel...
    ) -> Histogram {
        histogram(name, help, bounds, labels, scale: 1)
    }

    /// Declares a gauge whose value is asked for at the scrape, on the thread that scrapes.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - help: One sentence.
    ///   - read: The value.
    package mutating func gauge(_ name: String, _ help: String, read: @escaping @Sendable () -> Double) {
        declare(MetricFamily(name: name, help: help, kind: .gauge, labels: [], source: .computed { [read()] }))
    }

    /// Declares a gauge with a label whose values are asked for at the scrape, on the thread that scrapes.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - help: One sentence.
    ///   - label: Its list is fixed.
    ///   - read: A value for each label value, in that order; what is missing is not shown.
    package mutating func gauge(
        _ name: String,
        _ help: String,
        label: MetricLabel,
        read: @escaping @Sendable () -> [Double]
    ) {
        precondition(label.isFixed, "the values of a gauge's label are known from the start")
        declare(MetricFamily(name: name, help: help, kind: .gauge, labels: [label], source: .computed(read)))
    }

    /// Declares a counter that something else keeps; it is asked for at the scrape, on the thread that scrapes.
    ///
    /// - Parameters:
    ///   - name: Ends in `_total`.
    ///   - help: One sentence.
    ///   - read: The value, which never falls.
    package mutating func counter(_ name: String, _ help: String, read: @escaping @Sendable () -> UInt64) {
        precondition(name.hasSuffix("_total"), "the name of a counter ends in _total")
        let source = MetricFamily.Source.computed { [Double(read())] }
        declare(MetricFamily(name: name, help: help, kind: .counter, labels: [], source: source))
    }

    /// Declares a counter with a label that something else keeps; it is asked for at the scrape, on the thread that
    /// scrapes.
    ///
    /// - Parameters:
    ///   - name: Ends in `_total`.
    ///   - help: One sentence.
    ///   - label: Its list is fixed.
    ///   - read: A value for each label value, in that order, none of which ever falls; what is missing is not shown.
    package mutating func counter(
        _ name: String,
        _ help: String,
        label: MetricLabel,
        read: @escaping @Sendable () -> [UInt64]
    ) {
        precondition(name.hasSuffix("_total"), "the name of a counter ends in _total")
        precondition(label.isFixed, "the values of a kept counter's label are known from the start")
        let source = MetricFamily.Source.computed { read().map { Double($0) } }
        declare(MetricFamily(name: name, help: help, kind: .counter, labels: [label], source: source))
    }

    // MARK: -

    private mutating func histogram(
        _ name: String,
        _ help: String,
        _ bounds: [UInt64],
        _ labels: [MetricLabel],
        scale: Double
    ) -> Histogram {
        precondition((1...Histogram.boundsLimit).contains(bounds.count), "a histogram has 1 to 16 bounds")
        precondition(zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 }, "the bounds of a histogram ascend")
        // A cell per bucket, one for what is above all bounds, and one for the sum.
        let histogram = Histogram(series: series(labels, width: bounds.count + 2), bounds: bounds)
        let source = MetricFamily.Source.histogram(histogram, scale: scale)
        declare(MetricFamily(name: name, help: help, kind: .histogram, labels: labels, source: source))
        return histogram
    }

    private mutating func series(_ labels: [MetricLabel], width: Int) -> MetricSeries {
        precondition(labels.count <= 2, "a metric has at most two labels")
        precondition(labels.allSatisfy { $0.count > 0 }, "a label has values")
        let first = labels.first?.count ?? 1
        let second = labels.count > 1 ? labels[1].count : 1
        let series = MetricSeries(start: cellCount, first: first, second: second, width: width)
        cellCount += series.count
        return series
    }

    private mutating func declare(_ family: MetricFamily) {
        precondition(family.name.isMetricName, "a metric's name is lower-case words joined by _")
        precondition(family.labels.allSatisfy { $0.name.isMetricName && $0.name != "le" }, "a label's name is wrong")
        precondition(!families.contains { $0.name == family.name }, "two metrics have one name")
        families.append(family)
    }
}

extension String {
    /// Narrower than the format allows: lower case, and no colon, which is for recording rules.
    fileprivate var isMetricName: Bool {
        guard let first = utf8.first, (0x61...0x7A).contains(first) else { return false }
        return utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_") }
    }
}
