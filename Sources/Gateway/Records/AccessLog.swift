import DeepLinks
import HTTPServer
import HTTPWire
import Platform
import Telemetry

/// Writes a line about each request to the log, many by one write, in memory that is used again.
///
/// In the JSON form a line is what ``LogFormat/json`` makes of ``fields(of:_:)``, without the time that takes. A reader of
/// the log that is behind is waited for 20 ms a round at most; then lines are dropped and counted. For one thread.
struct AccessLog: ~Copyable {
    /// How long a round waits in all; the loops' rings hold the records of some times as long.
    private static let patience = Duration.milliseconds(20)
    /// A pipe takes so many bytes as a whole, so that nobody's lines come between (`PIPE_BUF`).
    private static let batch = 4096

    private let log: Log
    private let rules: AccessLogRules
    private let numbers: RecordNumbers
    private var lines = ResponseBuffer(capacity: 2 * AccessLog.batch)
    private var time = LoggedTime()
    private var tenants: LoggedNames
    private var domains: LoggedNames
    private var routes: LoggedNames
    private var reasons: LoggedNames
    private var deadline = MonotonicTime(nanoseconds: 0)

    init(_ log: Log, _ rules: AccessLogRules, _ numbers: RecordNumbers) {
        self.log = log
        self.rules = rules
        self.numbers = numbers
        tenants = LoggedNames { numbers.tenant($0) }
        domains = LoggedNames { numbers.domain($0) }
        routes = LoggedNames { numbers.route($0) }
        reasons = LoggedNames { Self.reason(UInt8(truncatingIfNeeded: $0)) }
    }

    /// Begins a round of records.
    mutating func beginRound() {
        deadline = .now() + Self.patience
    }

    /// Writes the line of a request, if the rules want it; it may wait for others until ``flush()``.
    mutating func write(_ record: RequestRecord) {
        guard rules.want(record) else { return }
        guard case .json = log.format else {
            return log.info("request", Self.fields(of: record, numbers, showsQuery: rules.showsQuery))
        }
        let start = lines.count
        append(record)
        guard lines.count > Self.batch, start > 0 else { return }
        send(start)
    }

    /// Sends the lines that wait.
    mutating func flush() {
        if lines.count > 0 { send(lines.count) }
    }

    private mutating func send(_ count: Int) {
        log.write(lines: lines.bytes.extracting(0..<count), patience: max(.zero, deadline - .now()))
        lines.removeFirst(count)
    }

    // MARK: - Lines

    @inline(never)
    private mutating func append(_ record: RequestRecord) {
        lines.append("{\"time\":\"")
        time.append(record.time, to: &lines)
        lines.append("\",\"level\":\"info\",\"message\":\"request\",\"request_id\":\"")
        lines.append(hexadecimal: record.id.rawValue)
        lines.append("\",\"remote\":\"")
        let peer = IPAddressText(record.peer)
        lines.append(peer.bytes)
        lines.append("\",\"method\":\"")
        lines.append(Self.name(of: record.method))
        lines.append("\",\"http_version\":\"")
        lines.append(Self.name(of: record.version))
        lines.append("\",\"host\":")
        lines.append(quoting: record.host.bytes)
        lines.append(",\"target\":")
        lines.append(quoting: record.target.bytes, until: rules.showsQuery ? nil : Self.questionMark)
        lines.append(",\"status\":")
        lines.append(decimal: UInt64(record.status))
        lines.append(",\"bytes\":")
        lines.append(decimal: UInt64(max(0, record.bytes)))
        lines.append(",\"duration_seconds\":")
        lines.append(seconds: record.nanoseconds)
        lines.append(",\"tenant\":")
        tenants.append(record.tenant, to: &lines)
        lines.append(",\"domain\":")
        domains.append(record.domain, to: &lines)
        lines.append(",\"route\":")
        routes.append(record.route, to: &lines)
        lines.append(",\"reason\":")
        reasons.append(UInt32(record.reason), to: &lines)
        lines.append("}\n")
    }

    /// What a line tells, for people at a terminal, and for tests that hold the JSON lines to it.
    static func fields(of record: RequestRecord, _ numbers: RecordNumbers, showsQuery: Bool) -> LogFields {
        let target = [UInt8](copying: record.target.bytes, until: showsQuery ? nil : questionMark)
        return [
            .requestID: .text(record.id), .remote: .text(record.peer), .method: .text(name(of: record.method)),
            .httpVersion: .text(name(of: record.version)), .host: .bytes(Array(copying: record.host.bytes)),
            .target: .bytes(target),
            .status: .count(record.status), .bytes: .count(record.bytes),
            .duration: .duration(.nanoseconds(record.nanoseconds)),
            .tenant: .string(numbers.tenant(record.tenant) ?? "-"),
            .domain: .string(numbers.domain(record.domain) ?? "-"),
            .route: .string(numbers.route(record.route) ?? "-"),
            .reason: .string(reason(record.reason) ?? "-"),
        ]
    }

    private static let questionMark: UInt8 = 0x3F

    private static func reason(_ number: UInt8) -> String? { Reason(rawValue: number).map { "\($0)" } }

    private static func name(of version: HTTPVersion?) -> StaticString {
        switch version {
        case .http10: "HTTP/1.0"
        case .http11: "HTTP/1.1"
        case .http2: "HTTP/2"
        case nil: "-"
        }
    }

    private static func name(of method: HTTPMethod?) -> StaticString {
        switch method {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        case .patch: "PATCH"
        case .trace: "TRACE"
        case .connect: "CONNECT"
        case .other: "OTHER"
        case nil: "-"
        }
    }
}
