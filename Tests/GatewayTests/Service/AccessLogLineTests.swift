import DeepLinks
import HTTPWire
import JSONText
import Platform
import Telemetry
import TestSupport
import Testing

@testable import Gateway
@testable import HTTPServer

/// The bytes of the access log's lines, without a gateway around them.
@Suite struct AccessLogLineTests {
    private let numbers = RecordNumbers()
    private let recorder = LogRecorder()

    private func accessLog(_ format: LogFormat = .json, _ rules: AccessLogRules = AccessLogRules()) -> AccessLog {
        AccessLog(Log(format: format, sink: recorder), rules, numbers)
    }

    /// Bytes as people, programs and attackers send them.
    private func text(_ random: inout SeededGenerator, _ limit: Int) -> [UInt8] {
        let pieces: [[UInt8]] = [
            Array("/products/42".utf8), Array("?a=b&c=%20".utf8), Array("\"".utf8), Array("\\".utf8), [0x00], [0x1F],
            [0x7F], [0x80], [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x80, 0xAE],
            [0xE2, 0x82], Array("é€\u{1F600}\u{202E}\u{FEFF}\u{E000}\u{85}".utf8), Array("go.shop.example".utf8),
        ]
        var bytes: [UInt8] = []
        while bytes.count < limit, Int.random(in: 0..<6, using: &random) > 0 {
            if Bool.random(using: &random) {
                bytes += pieces.randomElement(using: &random) ?? []
            } else {
                bytes.append(UInt8.random(in: 0...255, using: &random))
            }
        }
        return bytes
    }

    private func record(_ random: inout SeededGenerator) -> RequestRecord {
        var record = RequestRecord()
        record.time = UnixTime(microseconds: .random(in: 0...4_000_000_000_000_000, using: &random))
        record.nanoseconds = Int64.random(in: 0...1 << Int64.random(in: 0...40, using: &random), using: &random)
        record.id = RequestID(rawValue: random.next() >> UInt64.random(in: 0..<64, using: &random))
        record.peer =
            Bool.random(using: &random)
            ? IPAddress(ipv4: UInt32(truncatingIfNeeded: random.next()))
            : IPAddress(high: random.next() & 0xFFFF_0000_0000_FFFF, low: random.next() & 0xFF)
        record.bytes = Int.random(in: 0...1 << 40, using: &random)
        record.status = [200, 302, 404, 499, 503].randomElement(using: &random) ?? 0
        let methods: [HTTPMethod?] = [
            .get, .head, .post, .put, .delete, .options, .patch, .trace, .connect, .other, nil,
        ]
        record.method = methods.randomElement(using: &random) ?? nil
        record.target.assign(text(&random, 120).span)
        record.host.assign(text(&random, 60).span)
        record.tenant = UInt32.random(in: 0...3, using: &random)
        record.domain = UInt32.random(in: 0...3, using: &random)
        record.route = UInt32.random(in: 0...3, using: &random)
        record.reason = UInt8.random(in: 0...30, using: &random)
        return record
    }

    /// The members of a line, numbers by their value.
    private func members(_ line: [UInt8]) throws -> [String] {
        let node = try JSONReader.read(Array(line.dropLast()), grammar: .rfc8259)
        guard case .object(let members) = node.value else { throw Absent() }
        return members.map { member in
            switch member.node.value {
            case .string(let text): "\(member.name) \(text)"
            // Nanoseconds: the general way adds seconds and their fraction, which loses the last bits.
            case .number(let number): "\(member.name) \((number.double * 1e9).rounded())"
            default: "\(member.name) ?"
            }
        }
    }

    @Test(arguments: [false, true])
    func `a line is what the log writes of the same fields, whatever is in them (case 93)`(showsQuery: Bool) throws {
        for name in ["shop", "news"] {
            _ = numbers.number(tenant: try #require(TenantName(name)))
            _ = numbers.number(domain: try DomainName("\(name).example"))
            _ = numbers.number(route: try #require(RouteName(name)))
        }
        var random = SeededGenerator(seed: 93)
        var rules = AccessLogRules()
        rules.showsQuery = showsQuery
        let records = (0..<2_000).map { _ in record(&random) }
        var log = accessLog(.json, rules)
        log.beginRound()
        for record in records { log.write(record) }
        log.flush()
        let lines = recorder.lines
        try #require(lines.count == records.count)
        for (record, line) in zip(records, lines) {
            let fields = AccessLog.fields(of: record, numbers, showsQuery: showsQuery)
            #expect(
                try members(line) == members(LogFormat.json.line(.info, "request", fields, at: record.time)),
                "\(String(decoding: line, as: UTF8.self))")
            #expect(line.count { $0 == 0x0A } == 1)
        }
    }

    @Test func `people at a terminal get the same in the form of all other lines`() throws {
        var random = SeededGenerator(seed: 1)
        let record = record(&random)
        var log = accessLog(.text)
        log.beginRound()
        log.write(record)
        log.flush()
        let line = try #require(recorder.texts.first)
        #expect(line.contains(" info    request request_id=\(record.id) remote=\(record.peer) method="))
    }

    @Test func `of many requests one in so many has a line, and each that failed`() {
        var rules = AccessLogRules()
        rules.sample = 8
        var log = accessLog(.json, rules)
        var record = RequestRecord()
        log.beginRound()
        for number in 0..<800 {
            record.id = RequestID(rawValue: 1_000_003 &+ UInt64(number))
            record.status = number == 1 ? 500 : number == 2 ? RequestRecord.abandoned : number < 400 ? 302 : 404
            log.write(record)
        }
        log.flush()
        let texts = recorder.texts
        #expect((100...102).contains(texts.count))
        #expect(texts.count { $0.contains("\"status\":500,") } == 1)
        #expect(texts.count { $0.contains("\"status\":499,") } == 1)
    }

    @Test func `a reader that stands still costs lines, not more than a wait a round, and they are counted`() throws {
        let sink = StubbornSink()
        var log = AccessLog(Log(format: .json, sink: sink), AccessLogRules(), numbers)
        log.beginRound()
        for _ in 0..<1_000 { log.write(RequestRecord()) }
        log.flush()
        let writes = sink.writes.withLock { $0 }
        #expect(writes.reduce(0) { $0 + $1.lines } == 1_000)
        // As many as a pipe takes as a whole.
        #expect(writes.allSatisfy { $0.bytes <= 4096 && $0.patience <= .milliseconds(20) })
        #expect(writes.count < 200)
    }
}

/// Notes what it is asked to write, and writes nothing.
private final class StubbornSink: LogSink {
    struct Write {
        var lines: Int
        var bytes: Int
        var patience: Duration
    }

    let writes = LockedValue<[Write]>([])
    let dropped: UInt64 = 0

    func write(_ line: [UInt8]) {}

    func write(lines: Span<UInt8>, patience: Duration) {
        var count = 0
        for index in lines.indices where lines[index] == 0x0A { count += 1 }
        let write = Write(lines: count, bytes: lines.count, patience: patience)
        writes.withLock { $0.append(write) }
    }
}
