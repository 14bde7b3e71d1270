import Platform

/// Writes metrics in the Prometheus text format 0.0.4.
struct MetricExposition {
    private let rows: [CounterBlock]
    private(set) var text = ""

    init(rows: [CounterBlock]) {
        self.rows = rows
    }

    /// Writes a metric with all its series.
    mutating func append(_ family: MetricFamily) {
        let help = family.help.map { $0 == "\\" ? "\\\\" : $0 == "\n" ? "\\n" : String($0) }.joined()
        text += "# HELP \(family.name) \(help)\n# TYPE \(family.name) \(family.kind.rawValue)\n"
        switch family.source {
        case .counter(let counter):
            for series in family.shown {
                sample(family.name, series.text, String(sum(counter.series.cell(series.first, series.second))))
            }
        case .gauge(let gauge):
            for series in family.shown {
                let value = Int64(bitPattern: sum(gauge.series.cell(series.first, series.second)))
                sample(family.name, series.text, String(value))
            }
        case .histogram(let histogram, let scale):
            for series in family.shown {
                let cell = histogram.series.cell(series.first, series.second)
                append(histogram, at: cell, family.name, series.text, scale)
            }
        case .computed(let read):
            for (series, value) in zip(family.shown, read()) { sample(family.name, series.text, value.sampleText) }
        }
    }

    private mutating func append(
        _ histogram: Histogram, at cell: Int, _ name: String, _ labels: String, _ scale: Double
    ) {
        let separator = labels.isEmpty ? "" : ","
        var count: UInt64 = 0
        for index in 0...histogram.boundsCount {
            count &+= sum(cell + index)
            let bound = index < histogram.boundsCount ? Double(histogram.bounds[index]) / scale : .infinity
            sample(name + "_bucket", "\(labels)\(separator)le=\"\(bound.sampleText)\"", String(count))
        }
        sample(name + "_sum", labels, (Double(sum(cell + histogram.boundsCount + 1)) / scale).sampleText)
        sample(name + "_count", labels, String(count))
    }

    private mutating func sample(_ name: String, _ labels: String, _ value: String) {
        text += labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(labels)} \(value)\n"
    }

    private func sum(_ cell: Int) -> UInt64 {
        rows.reduce(0) { $0 &+ $1.value(at: cell) }
    }
}

extension Double {
    /// As Go's `ParseFloat` reads it; whole numbers without a point.
    fileprivate var sampleText: String {
        if isNaN { return "NaN" }
        if isInfinite { return self < 0 ? "-Inf" : "+Inf" }
        return self == rounded() && magnitude < 1e15 ? String(Int64(self)) : description
    }
}
