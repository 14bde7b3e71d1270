import Platform

/// One thread's cells of all metrics; a scrape sums over the threads.
///
/// Counting neither allocates nor locks, and touches no cache line of another thread. Confined to the thread it was made
/// for, but for ``MetricRegistry/shared``.
package final class MetricCells: Sendable {
    let block: CounterBlock
    private let isShared: Bool

    init(count: Int, isShared: Bool) {
        block = CounterBlock(count: count)
        self.isShared = isShared
    }

    /// Counts something.
    ///
    /// - Parameters:
    ///   - counter: The metric.
    ///   - first: The index of the first label's value.
    ///   - second: The index of the second label's value.
    ///   - amount: How much; bytes, for example. Default 1.
    package func add(_ counter: Counter, _ first: Int = 0, _ second: Int = 0, by amount: UInt64 = 1) {
        add(amount, at: counter.series.cell(first, second))
    }

    /// Changes a gauge by an amount that may be negative.
    ///
    /// - Parameters:
    ///   - gauge: The metric.
    ///   - amount: The change.
    ///   - first: The index of the first label's value.
    ///   - second: The index of the second label's value.
    package func change(_ gauge: Gauge, by amount: Int, _ first: Int = 0, _ second: Int = 0) {
        add(UInt64(bitPattern: Int64(amount)), at: gauge.series.cell(first, second))
    }

    /// Puts a value in its bucket.
    ///
    /// - Parameters:
    ///   - histogram: The metric.
    ///   - value: Nanoseconds for one of durations, else what its bounds are in; a negative value counts as 0.
    ///   - first: The index of the first label's value.
    ///   - second: The index of the second label's value.
    package func observe(_ histogram: borrowing Histogram, _ value: Int64, _ first: Int = 0, _ second: Int = 0) {
        let amount = UInt64(bitPattern: max(0, value))
        let cell = histogram.series.cell(first, second)
        add(1, at: cell &+ histogram.bucket(of: amount))
        add(amount, at: cell &+ histogram.boundsCount &+ 1)
    }

    @inline(__always)
    private func add(_ amount: UInt64, at index: Int) {
        if isShared { block.addShared(amount, at: index) } else { block.add(amount, at: index) }
    }
}
