import Platform

/// What a server answered to one question: the records at the end of the chain of `CNAME` records.
struct Answer: Equatable, Sendable {
    /// Bounds on an answer that a well-meant one does not reach.
    static let chainLimit = 16
    static let addressLimit = 64
    static let textLimit = 256

    /// The name asked for and those that `CNAME` records lead to.
    var chain: [String]
    /// The addresses of the last name.
    var addresses: [IPAddress] = []
    /// The texts of the last name.
    var texts: [String] = []
    /// The least time to live of the records used, in seconds, as RFC 2181 section 8 reads it.
    var timeToLive: UInt32 = .max

    /// Reads a message that answers a question.
    ///
    /// Records that do not belong to the name asked for, or to a name that its aliases lead to, do not count, whatever
    /// the order of the records.
    ///
    /// - Parameters:
    ///   - bytes: The message.
    ///   - name: The name asked for.
    ///   - type: The kind of records asked for.
    /// - Throws: ``ResolutionError/malformedAnswer(_:)``, ``ResolutionError/noRecords``.
    init(_ bytes: Span<UInt8>, name: QueryName, type: RecordType) throws(ResolutionError) {
        var reader = MessageReader(bytes)
        let count = try Self.header(&reader)
        guard try reader.name() == name.text, try reader.number16() == type.rawValue, try reader.number16() == 1 else {
            throw .malformedAnswer("it repeats another question")
        }
        var aliases: [String: (target: String, timeToLive: UInt32)] = [:]
        var owners: [String: [(record: Record, timeToLive: UInt32)]] = [:]
        for _ in 0..<count {
            let owner = try reader.name()
            let kind = try reader.number16()
            let recordClass = try reader.number16()
            let number = try reader.number32()
            let timeToLive = number > Int32.max ? 0 : number
            let length = Int(try reader.number16())
            let end = reader.position + length
            if recordClass == 1, kind == RecordType.cname.rawValue {
                let target = try reader.name()
                guard aliases.updateValue((target, timeToLive), forKey: owner) == nil else {
                    throw .malformedAnswer("a name has two CNAME records")
                }
            } else if recordClass == 1, kind == type.rawValue {
                let record = try Record(&reader, type: type, length: length)
                owners[owner, default: []].append((record, timeToLive))
            } else {
                try reader.skip(to: end)
            }
            guard reader.position == end else { throw .malformedAnswer("a record has a wrong length") }
        }
        chain = [name.text]
        var last = name.text
        while let alias = aliases[last] {
            guard chain.count <= Self.chainLimit else {
                throw .malformedAnswer("a chain of CNAME records does not end")
            }
            last = alias.target
            chain.append(last)
            timeToLive = min(timeToLive, alias.timeToLive)
        }
        guard let records = owners[last] else { throw .noRecords }
        for (record, timeToLive) in records {
            self.timeToLive = min(self.timeToLive, timeToLive)
            switch record {
            case .address(let address): addresses.append(address)
            case .text(let text): texts.append(text)
            }
        }
        guard addresses.count <= Self.addressLimit else {
            throw .malformedAnswer("it has more than \(Self.addressLimit) addresses")
        }
        guard texts.count <= Self.textLimit else { throw .malformedAnswer("it has more than \(Self.textLimit) texts") }
    }

    /// Reads the header (RFC 1035 section 4.1.1).
    ///
    /// - Returns: How many answer records follow the question.
    private static func header(_ reader: inout MessageReader) throws(ResolutionError) -> Int {
        _ = try reader.number16()
        let flags = try reader.number16()
        guard flags & 0xF800 == 0x8000 else { throw .malformedAnswer("it is no answer to a query") }
        guard flags & 0x0200 == 0 else { throw .malformedAnswer("it is cut short") }
        guard try reader.number16() == 1 else { throw .malformedAnswer("it does not repeat the question") }
        let count = Int(try reader.number16())
        _ = try reader.number32()
        return count
    }
}

extension Answer {
    /// The data of one record.
    private enum Record {
        case address(IPAddress)
        case text(String)

        init(_ reader: inout MessageReader, type: RecordType, length: Int) throws(ResolutionError) {
            switch type {
            case .a:
                guard length == 4 else { throw .malformedAnswer("an A record has not 4 bytes") }
                self = .address(IPAddress(ipv4: try reader.number32()))
            case .aaaa:
                guard length == 16 else { throw .malformedAnswer("an AAAA record has not 16 bytes") }
                self = .address(IPAddress(high: try reader.number64(), low: try reader.number64()))
            case .txt:
                let end = reader.position + length
                var text: [UInt8] = []
                while reader.position < end {
                    let size = Int(try reader.byte())
                    guard reader.position + size <= end else { throw .malformedAnswer("a text is too long") }
                    text += try reader.take(size)
                }
                self = .text(String(decoding: text, as: UTF8.self))
            case .cname:
                throw .malformedAnswer("a CNAME record is no answer")
            }
        }
    }
}
