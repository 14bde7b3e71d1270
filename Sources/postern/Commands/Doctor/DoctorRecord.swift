import Association
import Cryptography
import DeepLinks
import JSONText
import Platform
import Prober

/// A report for programs.
enum DoctorRecord {
    /// Writes the members of a report.
    static func write(_ report: DomainReport, to writer: inout JSONWriter) {
        writer.member("domain", report.target.domain.text)
        writer.member("host", report.host.text)
        writer.member("time", report.time.description)
        writer.member("standing", report.standing.rawValue)
        writer.member("unasked", report.unasked.map(\.rawValue))
        writer.name("findings")
        writer.array { writer in
            for finding in report.findings { writer.write(Record(finding)) }
        }
        writer.name("observations")
        writer.array { writer in
            // What is the same everywhere is shown once.
            var shown: Set<[UInt8]> = [[]]
            for observation in report.observations {
                writer.write(Record(observation, withBody: shown.insert(observation.body).inserted))
            }
        }
    }
}

extension Record {
    /// A finding.
    fileprivate init(_ finding: ProbeFinding) {
        add("code", finding.code.rawValue)
        add("severity", finding.severity.rawValue)
        add("vantage", finding.vantage.rawValue)
        add("message", finding.message)
        add("consequence", finding.consequence)
        add("advice", finding.advice)
        var evidence = Record()
        for piece in finding.evidence { evidence.add(piece.name, piece.value) }
        if !finding.subject.isEmpty { add("subject", finding.subject) }
        add("evidence", .record(evidence))
    }

    /// An observation; failures of Apple's network keep their fields as they came (case 30).
    fileprivate init(_ seen: Observation, withBody hasBody: Bool) {
        add("thing", seen.thing.text)
        add("vantage", seen.vantage.rawValue)
        add("url", seen.url)
        add("time", seen.time)
        add("outcome", seen.outcome.label)
        add("reason", seen.outcome.failure?.description)
        add("status", seen.outcome.status.map(Value.number) ?? .none)
        var headers = Record()
        for field in seen.headers { headers.add(field.name, field.value) }
        add("headers", .record(headers))
        add("bytes", .number(seen.body.count))
        add("sha256", seen.bodyDigest?.hex)
        if hasBody { add("body", String(decoding: seen.body, as: UTF8.self)) }
        add("remoteAddress", seen.remoteAddress?.description)
        add("addresses", .list(seen.candidates.map(\.description)))
        add("microseconds", .record(Record(seen.timing)))
        add("tls", seen.tls.map { .json($0.json) } ?? .none)
        add("secondsLeft", seen.freshness.map { .number(Int($0.remaining.components.seconds)) } ?? .none)
    }

    private init(_ timing: TransferTiming) {
        let phases = [
            ("queue", timing.queue), ("resolve", timing.resolve), ("connect", timing.connect),
            ("handshake", timing.handshake), ("answer", timing.answer), ("body", timing.body),
        ]
        for (name, time) in phases {
            add(
                name,
                .number(Int(time.components.seconds * 1_000_000 + time.components.attoseconds / 1_000_000_000_000)))
        }
    }
}
