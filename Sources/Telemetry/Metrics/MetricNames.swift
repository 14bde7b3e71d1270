import Platform

/// Label values that become known at run time, like the names of tenants: never more than a fixed number, and `other` for
/// all that come later.
///
/// A name keeps its index as long as the process runs, also when its tenant goes. Safe from any thread, but it takes a
/// lock: the index is looked up when a routing table is compiled, never in a request.
package final class MetricNames: Sendable {
    private struct State {
        var list: [String] = []
        var indices: [String: Int] = [:]
    }

    /// How many names can become known.
    package let capacity: Int

    private let state = LockedValue(State())

    /// Makes an empty list for that many names.
    ///
    /// Default 200.
    package init(capacity: Int = 200) {
        self.capacity = max(0, capacity)
    }

    /// The index that stands for `other`.
    package var other: Int { capacity }

    /// The index of a name that we know from our own data; ``other`` when the list is full.
    package func index(of name: String) -> Int {
        state.withLock { state in
            if let index = state.indices[name] { return index }
            guard state.list.count < capacity, name != "other" else { return capacity }
            state.list.append(name)
            state.indices[name] = state.list.count - 1
            return state.list.count - 1
        }
    }

    var shown: [(index: Int, text: String)] {
        let names = state.withLock { $0.list }
        return names.enumerated().map { ($0, $1) } + [(capacity, "other")]
    }
}
