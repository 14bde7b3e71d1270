/// What a ``TestNameServer`` does with a question.
package enum TestReply: Sendable {
    /// Answers with these records; none says that the name has no such records.
    case records([TestRecord])
    /// Answers with a response code: 2 `SERVFAIL`, 3 `NXDOMAIN`, 5 `REFUSED`.
    case code(UInt8)
    /// By UDP answers that the message is cut short; by TCP answers with the records.
    case truncated([TestRecord])
    /// Answers with the question's identifier, these flags and counts (ten bytes: the header) and what follows.
    case raw([UInt8])
    /// Does not answer.
    case silence
    /// Answers later.
    indirect case delayed(Duration, TestReply)

    /// The message that answers a query; `nil` for none.
    package func message(to query: TestQuery) -> [UInt8]? {
        switch self {
        case .records(let records): return Self.message(query, flags: [0x81, 0x80], records)
        case .code(let code): return Self.message(query, flags: [0x81, 0x80 | code & 0x0F], [])
        case .truncated(let records):
            if query.isTCP { return Self.message(query, flags: [0x81, 0x80], records) }
            return Self.message(query, flags: [0x83, 0x80], [])
        case .raw(let bytes): return query.identifier + bytes
        case .silence: return nil
        case .delayed(_, let reply): return reply.message(to: query)
        }
    }

    var delay: Duration {
        guard case .delayed(let delay, _) = self else { return .zero }
        return delay
    }

    private static func message(_ query: TestQuery, flags: [UInt8], _ records: [TestRecord]) -> [UInt8] {
        var owner = query.name
        var bytes = query.identifier + flags + [0, 1] + big(UInt16(truncatingIfNeeded: records.count)) + [0, 0, 0, 0]
        bytes += query.question
        for record in records {
            var name = owner
            if case .raw(let other?, _, _) = record { name = other }
            let data = record.data
            bytes += TestRecord.encode(name) + big(record.type) + [0, 1, 0, 0, 0, 60]
            bytes += big(UInt16(truncatingIfNeeded: data.count)) + data
            if case .cname(let target) = record { owner = target }
        }
        return bytes
    }

    private static func big(_ number: UInt16) -> [UInt8] {
        [UInt8(number >> 8), UInt8(number & 0xFF)]
    }
}
