import Synchronization

/// Work that is divided over the processors, for a caller that waits for all of it.
package enum ParallelWork {
    /// The elements that a thread takes at a time.
    private static let block = 16

    /// Gives each element to a closure, on as many threads as there are processors, and collects what it makes.
    ///
    /// The calling thread is one of them, and does all of a short list, or when the system has no thread left.
    ///
    /// - Parameters:
    ///   - elements: The elements.
    ///   - limit: The most threads; `nil` is one for each processor that the process may use.
    ///   - body: Makes something of an element, on any thread and in any order.
    /// - Returns: What it made, in the order of the elements.
    package static func map<Element: Sendable, Result: Sendable>(
        _ elements: [Element], on limit: Int? = nil,
        _ body: @escaping @Sendable (Element) -> Result
    ) -> [Result] {
        let work = Work(elements, body)
        let threads = ThreadGroup()
        if work.blockCount > 1 {
            for _ in 1..<max(1, min(limit ?? UsableProcessors().count, work.blockCount)) {
                guard (try? threads.start(name: "parallel", { work.run() })) != nil else { break }
            }
        }
        work.run()
        threads.join()
        return work.results
    }

    private final class Work<Element: Sendable, Result: Sendable>: Sendable {
        private let elements: [Element]
        private let body: @Sendable (Element) -> Result
        /// The next block that nobody has taken; taken once each, which needs no order.
        private let next = Atomic(0)
        private let done: LockedValue<[[Result]]>

        init(_ elements: [Element], _ body: @escaping @Sendable (Element) -> Result) {
            self.elements = elements
            self.body = body
            done = LockedValue(Array(repeating: [], count: (elements.count + block - 1) / block))
        }

        var blockCount: Int { (elements.count + block - 1) / block }

        /// What was made; to be read when all threads have ended.
        var results: [Result] { done.withLock { Array($0.joined()) } }

        func run() {
            while true {
                let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard index < blockCount else { return }
                let made = elements[(index * block)..<min((index + 1) * block, elements.count)].map(body)
                done.withLock { $0[index] = made }
            }
        }
    }
}
