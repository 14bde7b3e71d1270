import Cryptography
import DeepLinks
import FleetStore
import Platform

extension StateImage {
    /// Reads what was written; nothing of a file that is not whole is used.
    ///
    /// - Parameter image: The file. The domains point into it.
    /// - Returns: The fleet.
    /// - Throws: ``KeptStateError``.
    static func read(_ image: FileImage) throws(KeptStateError) -> KeptFleet {
        var index = try index(of: image)
        let generation = Int64(try index.number())
        let numbers = RecordNumbers.Lists(
            tenants: try index.names(), domains: try index.names(), routes: try index.names())
        var blocks = Blocks(image: image)
        var tenants: [KeptFleet.Tenant] = []
        for _ in 0..<(try index.number()) { tenants.append(try tenant(&index, &blocks)) }
        return KeptFleet(generation: generation, numbers: numbers, tenants: tenants)
    }

    /// The index of a file that is whole and of this format.
    private static func index(of image: FileImage) throws(KeptStateError) -> IndexReader {
        let bytes = image.bytes
        let line = [UInt8](copying: bytes.extracting(first: head.count))
        guard line.starts(with: mark.utf8) else { throw .otherFile }
        guard line == head else {
            let digits = String(decoding: line.dropFirst(mark.utf8.count), as: UTF8.self).prefix { $0.isNumber }
            guard let number = Int(digits), number != format else { throw .damaged }
            throw .otherFormat(number, reads: format)
        }
        let end = bytes.count - SHA256Digest.byteCount
        guard end >= head.count + 8,
            let digest = try? SHA256.digest(of: bytes.extracting(..<end)),
            digest == SHA256Digest(bytes: bytes.extracting(end...))
        else { throw .damaged }
        var tail = IndexReader([UInt8](copying: bytes.extracting((end - 8)..<end)))
        let start = try tail.number()
        guard start <= end - 8 else { throw .damaged }
        return IndexReader([UInt8](copying: bytes.extracting(start..<(end - 8))))
    }

    private static func tenant(
        _ index: inout IndexReader, _ blocks: inout Blocks
    ) throws(KeptStateError) -> KeptFleet.Tenant {
        guard let id = Int32(exactly: try index.number()), let name = TenantName(try index.text()) else {
            throw .damaged
        }
        let isStale = try index.flag()
        let (start, count) = (try index.number(), try index.number())
        guard let kept = KeptTenant(blocks.image, at: start, count: count) else { throw .damaged }
        var domains: [ServedDomain] = []
        for _ in 0..<(try index.number()) {
            guard let domainName = try? DomainName(stored: try index.text()) else { throw .damaged }
            let host = try index.text()
            let key = DomainKey(host: host, scope: try index.flag() ? .below : .exact)
            let isAssociationOnly = try index.flag()
            guard let tenant = UInt32(exactly: try index.number()), let domain = UInt32(exactly: try index.number()),
                let names = try blocks.block(at: index.number(), of: .word),
                let program = try blocks.block(at: index.number(), of: .word)
            else { throw .damaged }
            domains.append(
                ServedDomain(
                    key: key, domainName: domainName, tenantName: name, tenant: tenant, domain: domain, name: names,
                    program: program, aasa: try blocks.block(at: index.number(), of: .byte),
                    assetlinks: try blocks.block(at: index.number(), of: .byte), isAssociationOnly: isAssociationOnly,
                    source: .kept(kept)))
        }
        return KeptFleet.Tenant(id: TenantID(rawValue: id), name: name, isStale: isStale, domains: domains)
    }

    /// The blocks of a file, each once, however many domains share it.
    private struct Blocks {
        let image: FileImage
        private var known: [Int: TableBlock] = [:]

        init(image: FileImage) { self.image = image }

        /// The block at an offset; `nil` at 0.
        mutating func block(at offset: Int, of unit: TableBlock.Unit) throws(KeptStateError) -> TableBlock? {
            guard offset != 0 else { return nil }
            if let block = known[offset] { return block }
            guard let block = TableBlock(image, at: offset, of: unit) else { throw .damaged }
            known[offset] = block
            return block
        }
    }

    /// Reads the numbers and texts of an index.
    private struct IndexReader {
        private let bytes: [UInt8]
        private var offset = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        /// The next number, which is none below zero.
        mutating func number() throws(KeptStateError) -> Int {
            guard bytes.count - offset >= 8 else { throw .damaged }
            var number: UInt64 = 0
            for place in (0..<8).reversed() { number = number << 8 | UInt64(bytes[offset + place]) }
            offset += 8
            guard let number = Int(exactly: number) else { throw .damaged }
            return number
        }

        mutating func flag() throws(KeptStateError) -> Bool {
            guard offset < bytes.count, bytes[offset] <= 1 else { throw .damaged }
            offset += 1
            return bytes[offset - 1] == 1
        }

        mutating func text() throws(KeptStateError) -> String {
            let count = try number()
            guard count <= bytes.count - offset else { throw .damaged }
            offset += count
            return String(decoding: bytes[(offset - count)..<offset], as: UTF8.self)
        }

        mutating func names() throws(KeptStateError) -> [String] {
            var names: [String] = []
            for _ in 0..<(try number()) { names.append(try text()) }
            return names
        }
    }
}
