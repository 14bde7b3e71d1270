// The one file of this module that touches memory by address: what a routing table's blocks are made of and how they
// are read. Everything outside sees spans that live no longer than what they were borrowed from.

import Platform

/// A block that a routing table points into: two texts behind their counts, written once, freed with the last table
/// that holds it.
///
/// A program is its words and its text, a document its entity tag and its body.
// Sendable because: the memory is written before `init` returns and only read after that.
@safe
final class TableBlock: @unchecked Sendable {
    /// What the first text consists of.
    enum Unit: Int {
        case byte = 1
        case word = 4
    }

    fileprivate let base: UnsafeMutableRawPointer

    /// Bytes that the block takes.
    let byteCount: Int

    /// The file that the block is a part of; `nil` when its memory is its own.
    private let image: FileImage?

    /// A block of words and bytes.
    init(words: [UInt32], text: [UInt8]) {
        byteCount = 8 + words.count * 4 + text.count
        image = nil
        unsafe base = .allocate(byteCount: byteCount, alignment: 8)
        unsafe base.storeBytes(of: UInt32(words.count), as: UInt32.self)
        unsafe base.storeBytes(of: UInt32(text.count), toByteOffset: 4, as: UInt32.self)
        unsafe words.withUnsafeBytes { unsafe Self.copy($0, to: base + 8) }
        unsafe text.withUnsafeBytes { unsafe Self.copy($0, to: base + 8 + words.count * 4) }
    }

    /// A block of two byte strings.
    init(head: [UInt8], body: [UInt8]) {
        byteCount = 8 + head.count + body.count
        image = nil
        unsafe base = .allocate(byteCount: byteCount, alignment: 8)
        unsafe base.storeBytes(of: UInt32(head.count), as: UInt32.self)
        unsafe base.storeBytes(of: UInt32(body.count), toByteOffset: 4, as: UInt32.self)
        unsafe head.withUnsafeBytes { unsafe Self.copy($0, to: base + 8) }
        unsafe body.withUnsafeBytes { unsafe Self.copy($0, to: base + 8 + head.count) }
    }

    /// A block that stands in a file as ``bytes`` gave it; `nil` when no whole block is there.
    ///
    /// - Parameters:
    ///   - image: The file, which lives as long as the block.
    ///   - offset: Where the block begins.
    ///   - unit: What its first text consists of.
    init?(_ image: FileImage, at offset: Int, of unit: Unit) {
        guard offset >= 0, offset % Self.alignment == 0, offset <= image.count - 8 else { return nil }
        let start = unsafe image.base + offset
        let counts = unsafe (
            Int(start.load(as: UInt32.self)), Int(start.load(fromByteOffset: 4, as: UInt32.self))
        )
        byteCount = 8 + counts.0 * unit.rawValue + counts.1
        guard byteCount <= image.count - offset else { return nil }
        unsafe base = start
        self.image = image
    }

    /// What the offset of a block in a file is a multiple of.
    static let alignment = 8

    deinit {
        if image == nil { unsafe base.deallocate() }
    }

    /// The block as it stands in memory.
    var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            let start = unsafe base.assumingMemoryBound(to: UInt8.self)
            return unsafe _overrideLifetime(Span(_unsafeStart: start, count: byteCount), borrowing: self)
        }
    }

    private static func copy(_ source: UnsafeRawBufferPointer, to target: UnsafeMutableRawPointer) {
        if let start = source.baseAddress { unsafe target.copyMemory(from: start, byteCount: source.count) }
    }
}

/// An open-addressing array of domains, at most half full, and a strong hold on what it points to.
// Sendable because: the slots are written before `init` returns and only read after that.
@safe
final class TableShard: @unchecked Sendable {
    /// The domains in it, ordered by key.
    let domains: [ServedDomain]

    fileprivate let slots: UnsafeMutablePointer<Slot?>
    fileprivate let mask: UInt64

    /// Places the domains.
    ///
    /// - Parameters:
    ///   - domains: Ordered by key, no key twice.
    ///   - hash: The seeded hash that look-ups use.
    init(_ domains: [ServedDomain], hash: (DomainKey) -> UInt64) {
        self.domains = domains
        var capacity = 2
        while capacity < domains.count * 2 { capacity *= 2 }
        mask = UInt64(capacity - 1)
        unsafe slots = .allocate(capacity: capacity)
        unsafe slots.initialize(repeating: nil, count: capacity)
        for (ordinal, domain) in domains.enumerated() {
            let hash = hash(domain.key)
            var index = hash & mask
            while unsafe slots[Int(index)] != nil { index = (index + 1) & mask }
            unsafe slots[Int(index)] = Slot(
                hash: hash, name: domain.name.base, program: domain.program.base, aasa: domain.aasa?.base,
                assetlinks: domain.assetlinks?.base, tenant: domain.tenant, domain: domain.domain,
                ordinal: UInt32(ordinal), scope: domain.key.scope, isAssociationOnly: domain.isAssociationOnly)
        }
    }

    deinit {
        unsafe slots.deallocate()
    }
}

/// The addresses of a table's shards.
// Sendable because: the memory is written before `init` returns and only read after that.
@safe
final class TableDirectory: @unchecked Sendable {
    private let entries: UnsafeMutablePointer<DirectoryEntry>

    init(_ shards: [TableShard]) {
        unsafe entries = .allocate(capacity: shards.count)
        for (index, shard) in shards.enumerated() {
            unsafe (entries + index).initialize(to: DirectoryEntry(slots: shard.slots, mask: shard.mask))
        }
    }

    deinit {
        unsafe entries.deallocate()
    }

    /// A reader without reference counts; who keeps it keeps the table too.
    var reader: TableReader { unsafe TableReader(entries: entries) }
}

/// Finds domains in a pinned table; copying it counts no reference.
@safe
struct TableReader {
    fileprivate let entries: UnsafePointer<DirectoryEntry>

    fileprivate init(entries: UnsafePointer<DirectoryEntry>) {
        unsafe self.entries = entries
    }

    /// The domain whose key has this name and scope.
    ///
    /// - Parameters:
    ///   - name: The host's bytes.
    ///   - scope: Which names the key stands for.
    ///   - hash: The seeded hash of name and scope.
    /// - Returns: The domain; `nil` when there is none.
    /// - Complexity: O(1) on average over any set of names, for the hash is seeded.
    func find(_ name: borrowing Span<UInt8>, scope: DomainKey.Scope, hash: UInt64) -> FoundDomain? {
        let entry = unsafe entries[RoutingTable.shardIndex(hash)]
        var index = unsafe hash & entry.mask
        while let slot = unsafe entry.slots[Int(index)] {
            if unsafe slot.hash == hash && slot.scope == scope && isEqual(name, block: slot.name) {
                return unsafe FoundDomain(slot: slot)
            }
            index = unsafe (index + 1) & entry.mask
        }
        return nil
    }

    private func isEqual(_ name: borrowing Span<UInt8>, block: UnsafeMutableRawPointer) -> Bool {
        guard unsafe Int(block.load(fromByteOffset: 4, as: UInt32.self)) == name.count else { return false }
        let start = unsafe 8 + Int(block.load(as: UInt32.self)) * 4
        let bytes = unsafe name.bytes
        var index = 0
        while index &+ 8 <= name.count {
            let stored = unsafe block.loadUnaligned(fromByteOffset: start + index, as: UInt64.self)
            let asked = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
            guard stored == asked else { return false }
            index &+= 8
        }
        while index < name.count {
            let stored = unsafe block.load(fromByteOffset: start + index, as: UInt8.self)
            guard stored == name[index] else { return false }
            index &+= 1
        }
        return true
    }
}

/// What a pinned table holds of one domain; copying it counts no reference.
@safe
struct FoundDomain {
    private let slot: Slot

    fileprivate init(slot: Slot) {
        unsafe self.slot = slot
    }

    /// The shard and the place in it.
    var shard: Int { unsafe RoutingTable.shardIndex(slot.hash) }
    var ordinal: Int { unsafe Int(slot.ordinal) }

    /// The tenant's number.
    var tenant: UInt32 { unsafe slot.tenant }

    /// The domain's number.
    var domain: UInt32 { unsafe slot.domain }

    /// Whether only association paths are answered: the parent of a wildcard that is no domain itself.
    var isAssociationOnly: Bool { unsafe slot.isAssociationOnly }

    /// The number of a route in request records; 0 for none.
    func routeNumber(_ index: Int?) -> UInt32 {
        guard let index, index >= 0, index < routeCount else { return 0 }
        return name(index)
    }

    /// Where a route's links are looked up; `nil` where there can be none.
    func linkPlace(_ index: Int) -> LinkPlace? {
        let count = routeCount
        guard index < count else { return nil }
        let (domain, route) = (name(2 * count), name(count + index))
        return domain == 0 || route == 0 ? nil : LinkPlace(domain: domain, route: route)
    }

    /// The block of names holds two numbers of each route and one of the domain: see ``TableBlock/init(host:routes:rows:)``.
    private var routeCount: Int { unsafe Int(slot.name.load(as: UInt32.self)) / 2 }

    private func name(_ index: Int) -> UInt32 {
        unsafe (slot.name + 8).load(fromByteOffset: index * 4, as: UInt32.self)
    }

    /// The code words of its route program.
    var words: Span<UInt32> {
        @_lifetime(borrow self)
        get {
            let block = unsafe slot.program
            let start = unsafe (block + 8).assumingMemoryBound(to: UInt32.self)
            let span = unsafe Span(_unsafeStart: start, count: Int(block.load(as: UInt32.self)))
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    /// The text of its route program.
    var text: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            let block = unsafe slot.program
            let offset = unsafe 8 + Int(block.load(as: UInt32.self)) * 4
            let count = unsafe Int(block.load(fromByteOffset: 4, as: UInt32.self))
            let start = unsafe (block + offset).assumingMemoryBound(to: UInt8.self)
            return unsafe _overrideLifetime(Span(_unsafeStart: start, count: count), borrowing: self)
        }
    }

    /// Its published association file of a kind.
    func document(_ kind: ServedDocumentKind) -> FoundDocument? {
        let block = unsafe kind == .aasa ? slot.aasa : slot.assetlinks
        return unsafe block.map { unsafe FoundDocument(block: $0) }
    }
}

/// A published association file in a pinned table.
@safe
struct FoundDocument {
    private let block: UnsafeMutableRawPointer

    fileprivate init(block: UnsafeMutableRawPointer) {
        unsafe self.block = block
    }

    /// The strong entity tag, in its quotes.
    var entityTag: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            let start = unsafe (block + 8).assumingMemoryBound(to: UInt8.self)
            let span = unsafe Span(_unsafeStart: start, count: Int(block.load(as: UInt32.self)))
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    /// The bytes as published.
    var body: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            let offset = unsafe 8 + Int(block.load(as: UInt32.self))
            let count = unsafe Int(block.load(fromByteOffset: 4, as: UInt32.self))
            let start = unsafe (block + offset).assumingMemoryBound(to: UInt8.self)
            return unsafe _overrideLifetime(Span(_unsafeStart: start, count: count), borrowing: self)
        }
    }
}

@unsafe
private struct Slot {
    var hash: UInt64
    /// The block of the routes' numbers and the key's host.
    var name: UnsafeMutableRawPointer
    var program: UnsafeMutableRawPointer
    var aasa: UnsafeMutableRawPointer?
    var assetlinks: UnsafeMutableRawPointer?
    var tenant: UInt32
    var domain: UInt32
    /// Its place in the shard's list.
    var ordinal: UInt32
    var scope: DomainKey.Scope
    var isAssociationOnly: Bool
}

@unsafe
private struct DirectoryEntry {
    var slots: UnsafeMutablePointer<Slot?>
    var mask: UInt64
}
