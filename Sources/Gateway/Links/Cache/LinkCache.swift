/// Links that were looked up, in a fixed number of bytes; finding one allocates nothing, counts no reference and takes no
/// lock.
///
/// Confined to one loop. Entries and texts are two rings that are filled in the same order, and a table of hashes finds
/// the entries. A full cache loses its oldest entries, but spares some of those that were found since. Pages of memory
/// are touched only as it fills.
struct LinkCache: ~Copyable {
    private let entryLimit: Int
    private let textLimit: Int

    /// Each place holds an entry's index plus one, or 0; a power of two, at most three quarters full.
    private var places: [UInt32]
    private let mask: Int

    private var entries: [CachedLink] = []
    private var oldest = 0
    private var entryCount = 0

    private var text: [UInt8] = []
    /// Where the next text goes, counted from the first that was ever written.
    private var head = 0

    /// How many changes the cache was told of that it did not follow entry by entry.
    private var changes = 0
    /// The last such change of a domain.
    private var changedDomains: [UInt32: Int] = [:]

    /// The entry that was found last.
    private var found = 0

    /// How many links are in it.
    private(set) var count = 0

    /// How many were lost for want of room.
    private(set) var evictions = 0

    /// Makes an empty cache.
    ///
    /// - Parameter limit: The most bytes it takes; below 64 KiB it keeps nothing.
    init(limit: Int) {
        let entrySize = MemoryLayout<CachedLink>.stride
        // Allocations are rounded up to whole pages.
        let limit = max(0, limit - 3 * 4096)
        var capacity = 16
        // With texts of 100 bytes all is full at the same time.
        while capacity * 2 * (4 + (entrySize + 100) * 3 / 4) <= limit { capacity *= 2 }
        let isWorthIt = limit >= 48 << 10
        mask = capacity - 1
        entryLimit = isWorthIt ? capacity * 3 / 4 : 0
        textLimit = isWorthIt ? limit - capacity * 4 - entryLimit * entrySize : 0
        places = Array(repeating: 0, count: capacity)
        entries.reserveCapacity(entryLimit)
        text.reserveCapacity(textLimit)
    }

    /// The bytes it takes when it is full.
    var byteCount: Int {
        places.capacity * 4 + entries.capacity * MemoryLayout<CachedLink>.stride + text.capacity
    }

    // MARK: - Finding

    /// Finds a link.
    ///
    /// - Parameters:
    ///   - place: Where it is looked up.
    ///   - slug: Its slug.
    ///   - hash: The seeded hash of both.
    /// - Returns: The entry; `nil` when it is not there.
    mutating func find(_ place: LinkPlace, _ slug: Span<UInt8>, hash: UInt64) -> CachedLink? {
        guard let index = index(place, slug, hash) else { return nil }
        if entries[index].change < changes, isOutdated(index) { return nil }
        entries[index].isUsed = true
        found = index
        return entries[index]
    }

    /// Keeps what the rules said of the entry that was found last.
    mutating func keep(_ judgement: LinkJudgement) { entries[found].judgement = judgement }

    /// The text of an entry that was just found, of where it leads.
    @_lifetime(borrow self)
    func destination(of link: CachedLink) -> Span<UInt8> {
        let start = link.start &+ link.slugCount
        return text.span.extracting(start..<(start &+ link.destinationCount))
    }

    /// The text of an entry that was just found, of what else it has: ``LinkExtras``.
    @_lifetime(borrow self)
    func extras(of link: CachedLink) -> Span<UInt8> {
        let start = link.start &+ link.slugCount &+ link.destinationCount
        return text.span.extracting(start..<(start &+ link.extrasCount))
    }

    private func index(_ place: LinkPlace, _ slug: Span<UInt8>, _ hash: UInt64) -> Int? {
        var at = Int(truncatingIfNeeded: hash) & mask
        while true {
            let index = Int(places[at]) &- 1
            if index < 0 { return nil }
            if entries[index].hash == hash, entries[index].place == place, hasSlug(slug, index) { return index }
            at = (at &+ 1) & mask
        }
    }

    private func hasSlug(_ slug: Span<UInt8>, _ index: Int) -> Bool {
        guard entries[index].slugCount == slug.count else { return false }
        let start = entries[index].start
        for offset in 0..<slug.count where text[start &+ offset] != slug[offset] { return false }
        return true
    }

    /// Whether its domain changed since the entry was last known to be true.
    private mutating func isOutdated(_ index: Int) -> Bool {
        if let change = changedDomains[entries[index].place.domain], entries[index].change < change {
            drop(index)
            return true
        }
        entries[index].change = changes
        return false
    }

    // MARK: - Changing

    /// Keeps a link, in the place of what was kept under its key; one that is too long is not kept.
    mutating func insert(
        _ place: LinkPlace, _ slug: Span<UInt8>, hash: UInt64, _ facts: LinkFacts, destination: Span<UInt8>,
        extras: Span<UInt8>
    ) {
        remove(place, slug, hash: hash)
        let length = slug.count + destination.count + extras.count
        guard entryLimit > 0, length <= textLimit / 8 else { return }
        var spared: [(link: CachedLink, text: [UInt8])] = []
        var needed = length
        while !hasRoom(needed, entries: spared.count + 1) {
            let link = entries[oldest]
            if link.isLive, link.isUsed, spared.count < Self.mostSpared, needed + link.textCount <= textLimit / 4 {
                spared.append((link, Array(text[link.start..<(link.start + link.textCount)])))
                needed += link.textCount
                drop(oldest)
                leaveOldest()
            } else {
                evictOldest()
            }
        }
        append(
            CachedLink(
                place: place, hash: hash, facts: facts, slugCount: slug.count, destinationCount: destination.count,
                extrasCount: extras.count,
                change: changes), slug, destination, extras)
        for (link, text) in spared {
            while !hasRoom(text.count, entries: 1) { evictOldest() }
            append(link, text.span, Span(), Span())
        }
    }

    /// Forgets a link.
    mutating func remove(_ place: LinkPlace, _ slug: Span<UInt8>, hash: UInt64) {
        if let index = index(place, slug, hash) { drop(index) }
    }

    /// Forgets all links of a domain; takes the same time for any number of them.
    mutating func removeAll(of domain: UInt32) {
        guard changedDomains.count < 10_000 || changedDomains[domain] != nil else { return removeAll() }
        changes += 1
        changedDomains[domain] = changes
    }

    /// Forgets all links.
    mutating func removeAll() {
        for at in places.indices { places[at] = 0 }
        entries.removeAll(keepingCapacity: true)
        text.removeAll(keepingCapacity: true)
        changedDomains = [:]
        (oldest, entryCount, head, count, changes) = (0, 0, 0, 0, 0)
    }

    // MARK: - Rings

    /// The most entries that are spared for one that comes in.
    private static let mostSpared = 32

    /// Where a text of a length goes: it does not run over the end of the ring.
    private func position(for length: Int) -> Int {
        let rest = textLimit - head % textLimit
        return length > rest ? head + rest : head
    }

    private func hasRoom(_ length: Int, entries wanted: Int) -> Bool {
        let tail = entryCount == 0 ? head : entries[oldest].position
        return entryCount + wanted <= entryLimit && position(for: length) + length - tail <= textLimit
    }

    private mutating func append(_ link: CachedLink, _ first: Span<UInt8>, _ second: Span<UInt8>, _ third: Span<UInt8>)
    {
        var link = link
        link.isUsed = false
        link.position = position(for: link.textCount)
        link.start = link.position % textLimit
        head = link.position + link.textCount
        var place = link.start
        for index in first.indices { write(first[index], at: &place) }
        for index in second.indices { write(second[index], at: &place) }
        for index in third.indices { write(third[index], at: &place) }
        let index = (oldest + entryCount) % entryLimit
        if index == entries.count { entries.append(link) } else { entries[index] = link }
        entryCount += 1
        count += 1
        var at = Int(truncatingIfNeeded: link.hash) & mask
        while places[at] != 0 { at = (at + 1) & mask }
        places[at] = UInt32(index + 1)
    }

    /// The first round appends, so that memory is touched when it is needed.
    private mutating func write(_ byte: UInt8, at place: inout Int) {
        if place == text.count { text.append(byte) } else { text[place] = byte }
        place += 1
    }

    private mutating func evictOldest() {
        if entries[oldest].isLive {
            drop(oldest)
            evictions += 1
        }
        leaveOldest()
    }

    private mutating func leaveOldest() {
        oldest = (oldest + 1) % entryLimit
        entryCount -= 1
    }

    /// Takes an entry out of the table; its room is free once it is the oldest.
    private mutating func drop(_ index: Int) {
        var hole = Int(truncatingIfNeeded: entries[index].hash) & mask
        while places[hole] != UInt32(index + 1) { hole = (hole + 1) & mask }
        var at = (hole + 1) & mask
        // What would not be found past the hole moves into it.
        while places[at] != 0 {
            let home = Int(truncatingIfNeeded: entries[Int(places[at]) - 1].hash) & mask
            if (at - home) & mask >= (at - hole) & mask {
                places[hole] = places[at]
                hole = at
            }
            at = (at + 1) & mask
        }
        places[hole] = 0
        entries[index].isLive = false
        count -= 1
    }
}
