import FleetStore
import Platform
import Synchronization

/// What other threads leave for a loop's links, in its order; safe from any thread.
final class LinkSeat: Sendable {
    /// Something that happened to links.
    enum News: Sendable {
        /// These may be others now.
        case changed([ChangedLinks])
        /// A look-up has come to its end.
        case answered(LinkWait, LookupAnswer)
    }

    private let news = LockedValue<[News]>([])
    /// How much was ever left.
    ///
    /// A hint: the news travel under the lock.
    private let count = Atomic<UInt64>(0)

    /// Leaves news; the loop takes them at the beginning of its next turn.
    func leave(_ item: News) {
        news.withLock { news in
            // A loop without requests takes nothing: what it has to forget may not pile up meanwhile.
            if case .changed = item, news.count >= Self.limit { news = news.filter(\.isAnswer) + [.changed([.all])] }
            news.append(item)
        }
        count.add(1, ordering: .releasing)
    }

    /// Whether ``take()`` gives something that was not there when this much had been left; costs a load.
    func hasMore(than taken: UInt64) -> Bool { count.load(ordering: .acquiring) != taken }

    /// What was left, oldest first, and how much was ever left until now; for the loop.
    func take() -> (news: [News], count: UInt64) {
        // Read first: what comes in between is taken now and looked for once more.
        let count = count.load(ordering: .acquiring)
        let news = news.withLock { news in
            let all = news
            news = []
            return all
        }
        return (news, count)
    }

    private static let limit = 1000
}

extension LinkSeat.News {
    fileprivate var isAnswer: Bool {
        switch self {
        case .changed: false
        case .answered: true
        }
    }
}
