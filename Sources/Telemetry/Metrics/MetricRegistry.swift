import Platform

/// All metrics of the process, with the cells of every thread that counts; safe from any thread.
///
/// The number of series is fixed by the declarations (field case 92): no request can add one.
package final class MetricRegistry: Sendable {
    /// The media type of what ``text()`` returns.
    package static let mediaType: StaticString = "text/plain; version=0.0.4; charset=utf-8"

    /// Cells that any thread may count in, by an atomic addition; for what has no thread of its own.
    package let shared: MetricCells

    private let families: [MetricFamily]
    private let cellCount: Int
    private let rows: LockedValue<[MetricCells]>

    /// Takes all declarations.
    package init(_ layout: MetricLayout) {
        families = layout.families.sorted { $0.name < $1.name }
        cellCount = layout.cellCount
        shared = MetricCells(count: layout.cellCount, isShared: true)
        rows = LockedValue([shared])
    }

    /// Makes the cells of one thread, which count as long as the process runs.
    package func makeCells() -> MetricCells {
        let cells = MetricCells(count: cellCount, isShared: false)
        rows.withLock { $0.append(cells) }
        return cells
    }

    /// The Prometheus text format 0.0.4: metrics by name, label values in the order of their lists.
    ///
    /// The values of one scrape are taken one after another while the threads go on counting; each is exact by itself. A
    /// histogram's count is the sum of its buckets.
    package func text() -> [UInt8] {
        var exposition = MetricExposition(rows: rows.withLock { $0 }.map(\.block))
        for family in families { exposition.append(family) }
        return Array(exposition.text.utf8)
    }
}
