/// Says where a histogram's cells are, and the bounds of its buckets, which are fixed.
package struct Histogram: BitwiseCopyable, Sendable {
    /// Most bounds that a histogram can have.
    package static let boundsLimit = 16

    let series: MetricSeries
    /// The bounds in the unit of what is observed, ascending; those from `boundsCount` on are not used.
    let bounds: [16 of UInt64]
    let boundsCount: Int

    init(series: MetricSeries, bounds list: [UInt64]) {
        self.series = series
        boundsCount = list.count
        bounds = InlineArray { index in index < list.count ? list[index] : .max }
    }

    /// The first bucket whose bound is not below the value; the one after the last bound takes the rest.
    func bucket(of value: UInt64) -> Int {
        var index = 0
        while index < boundsCount, value > bounds[index] { index &+= 1 }
        return index
    }
}
