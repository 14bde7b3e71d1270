import Cryptography
import DeepLinks
import FleetStore
import Platform

extension StateImage {
    /// Writes a fleet and what is served of it, in one step.
    ///
    /// - Parameters:
    ///   - state: The fleet.
    ///   - table: What was compiled from it.
    ///   - numbers: The record numbers that the table has.
    ///   - path: The file.
    /// - Throws: ``SystemError`` or ``CryptographyError``; what was there before stays.
    static func write(
        _ state: FleetState, _ table: RoutingTable, _ numbers: RecordNumbers.Lists, to path: String
    ) throws {
        var writer = try Writer(path)
        try writer.append(head)
        writer.index.add(Int(state.generation))
        for names in [numbers.tenants, numbers.domains, numbers.routes] {
            writer.index.add(names.count)
            for name in names { writer.index.add(name) }
        }
        let served = Dictionary(grouping: table.domains, by: \.tenantName)
        writer.index.add(state.tenants.count)
        for tenant in state.tenants.values.sorted(by: { $0.id < $1.id }) {
            try writer.add(tenant, (served[tenant.tenant.name] ?? []).sorted { $0.key < $1.key })
        }
        try writer.finish()
    }

    private struct Writer: ~Copyable {
        var index = IndexWriter()
        private var file: FileReplacement
        private var digest: SHA256
        private var offset = 0
        /// Where the blocks stand that are written; domains share them.
        private var places: [ObjectIdentifier: Int] = [:]

        init(_ path: String) throws {
            let file = try FileReplacement(of: path, mode: 0o600)
            let digest = try SHA256()
            self.file = file
            self.digest = digest
        }

        mutating func add(_ snapshot: TenantSnapshot, _ domains: [ServedDomain]) throws {
            let text = KeptTenant.text(of: snapshot.tenant)
            index.add(Int(snapshot.id.rawValue))
            index.add(snapshot.tenant.name.text)
            index.add(snapshot.isStale)
            index.add(offset)
            index.add(text.count)
            try append(text)
            index.add(domains.count)
            for domain in domains {
                index.add(domain.domainName.text)
                index.add(domain.key.host)
                index.add(domain.key.scope == .below)
                index.add(domain.isAssociationOnly)
                index.add(Int(domain.tenant))
                index.add(Int(domain.domain))
                for block in [domain.name, domain.program, domain.aasa, domain.assetlinks] {
                    index.add(try place(of: block))
                }
            }
        }

        /// Where a block stands; 0 for none.
        private mutating func place(of block: TableBlock?) throws -> Int {
            guard let block else { return 0 }
            if let place = places[ObjectIdentifier(block)] { return place }
            try append(Array(repeating: 0, count: -offset & (TableBlock.alignment - 1)))
            let place = offset
            places[ObjectIdentifier(block)] = place
            try append(block.bytes)
            return place
        }

        mutating func append(_ bytes: [UInt8]) throws { try append(bytes.span) }

        private mutating func append(_ bytes: Span<UInt8>) throws {
            try digest.update(bytes)
            try file.append(bytes)
            offset += bytes.count
        }

        consuming func finish() throws {
            var tail = IndexWriter()
            tail.add(offset)
            try append(index.bytes + tail.bytes)
            let sum = try digest.finalize().bytes
            try file.append(sum.span)
            try file.commit()
        }
    }

    /// Writes the numbers and texts of an index.
    private struct IndexWriter {
        private(set) var bytes: [UInt8] = []

        mutating func add(_ number: Int) {
            for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
        }

        mutating func add(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

        mutating func add(_ text: String) {
            add(text.utf8.count)
            bytes.append(contentsOf: text.utf8)
        }
    }
}
