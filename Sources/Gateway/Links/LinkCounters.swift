import Synchronization

/// What one loop counts of links; the place of a count in ``LinkCounters``.
enum LinkCount: Int, CaseIterable {
    /// Links that were kept, absent ones that were kept in mind.
    case hits, missingHits
    /// Look-ups begun, requests that joined one.
    case lookups, joined
    /// Look-ups in the patient lane, for their tenant had too many of unknown links; requests refused one, for too many
    /// wait there.
    case patient, refused
    /// How look-ups ended.
    case found, unknown, unavailable
    /// Answers that were not kept, for their link changed meanwhile.
    case outdated
    /// What the caches hold now, and what they lost for want of room.
    case links, evictions
}

/// What one loop counts of links: written by its thread, read by any.
///
/// The writer is alone, so a load and a store are enough. Relaxed, because no other memory depends on a count.
final class LinkCounters: Sendable {
    private let counts = InlineArray<12, Atomic<Int>> { _ in Atomic(0) }

    /// Counts something.
    func add(_ count: LinkCount) {
        let value = counts[count.rawValue].load(ordering: .relaxed)
        counts[count.rawValue].store(value &+ 1, ordering: .relaxed)
    }

    /// Replaces a count.
    func set(_ count: LinkCount, _ value: Int) { counts[count.rawValue].store(value, ordering: .relaxed) }

    /// A count now.
    subscript(count: LinkCount) -> Int { counts[count.rawValue].load(ordering: .relaxed) }
}
