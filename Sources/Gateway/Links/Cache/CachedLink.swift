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
    let extrasCount: Int
    /// How many changes the cache had been told of when the entry was last known to be true.
    var change: Int
    /// What the rules of a table said of its destinations; 0 when none was asked.
    var judgement = LinkJudgement.none
    /// Whether the entry can be found.
    var isLive = true
    /// Whether it was found since it was written or spared.
    var isUsed = false

    /// Bytes of its texts.
    var textCount: Int { slugCount &+ destinationCount &+ extrasCount }
}

/// What the tenant's rules say of a link's destinations, by the version of the table that has the rules.
struct LinkJudgement: Equatable, BitwiseCopyable {
    /// The version.
    var version: UInt64
    /// The destinations that are refused: bit 0 is that of all clients, the others are the platforms'.
    var refused: UInt16

    /// No judgement: tables are numbered from 1.
    static let none = LinkJudgement(version: 0, refused: 0)
}

extension CachedLink {
    /// An entry that stands for nothing.
    static let none = CachedLink(
        place: LinkPlace(domain: 0, route: 0), hash: 0, facts: LinkFacts(), slugCount: 0, destinationCount: 0,
        extrasCount: 0, change: 0)
}
