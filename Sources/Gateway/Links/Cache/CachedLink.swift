/// One entry of a ``LinkCache``: all of a link but its texts, and where those are.
struct CachedLink: BitwiseCopyable {
    /// Where it is looked up.
    let place: LinkPlace
    /// The seeded hash of place and slug.
    let hash: UInt64
    /// What is known of the link.
    let facts: LinkFacts
    /// Where its texts begin, counted from the first that was ever written.
    var position = 0
    /// The same as a place in the ring.
    var start = 0
    /// Bytes of the slug, of the destination that follows it, and of what follows that.
    let slugCount: Int
    let destinationCount: Int
    let afterwardsCount: Int
    /// How many changes the cache had been told of when the entry was last known to be true.
    var change: Int
    /// Whether the entry can be found.
    var isLive = true
    /// Whether it was found since it was written or spared.
    var isUsed = false

    /// Bytes of its texts.
    var textCount: Int { slugCount &+ destinationCount &+ afterwardsCount }
}

extension CachedLink {
    /// An entry that stands for nothing.
    static let none = CachedLink(
        place: LinkPlace(domain: 0, route: 0), hash: 0, facts: LinkFacts(), slugCount: 0, destinationCount: 0,
        afterwardsCount: 0, change: 0)
}
