/// Says where a counter's cells are: a plain value to keep beside ``MetricCells``.
package struct Counter: BitwiseCopyable, Sendable {
    let series: MetricSeries
}

/// Says where the cells of a gauge are that goes up and down, like the number of open connections.
///
/// Each thread keeps a share that may be negative; the shares are summed.
package struct Gauge: BitwiseCopyable, Sendable {
    let series: MetricSeries
}

/// The cells of one metric in every row: one per combination of its labels' values.
struct MetricSeries: BitwiseCopyable, Sendable {
    let start: Int
    /// The numbers of values of both labels; 1 where there is no such label.
    let first: Int
    let second: Int
    /// Cells per combination.
    let width: Int

    /// The first cell of a combination; an index beyond a label's list counts as its last.
    func cell(_ first: Int, _ second: Int) -> Int {
        let row = clamp(first, self.first)
        return start &+ (row &* self.second &+ clamp(second, self.second)) &* width
    }

    var count: Int { first * second * width }

    @inline(__always)
    private func clamp(_ index: Int, _ count: Int) -> Int {
        UInt(bitPattern: index) < UInt(bitPattern: count) ? index : count &- 1
    }
}
