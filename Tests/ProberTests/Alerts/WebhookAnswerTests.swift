import Platform
import Testing

@testable import Prober

/// What becomes of a delivery.
@Suite struct WebhookAnswerTests {
    private func record(_ outcome: ProbeOutcome, _ headers: [(String, String)] = []) -> TransferRecord {
        var record = TransferRecord(time: .now(), outcome: outcome)
        record.headers = headers.map { HeaderField(name: $0.0, value: $0.1) }
        return record
    }

    @Test(arguments: [200, 202, 204, 299])
    func `every status of success takes a message`(status: Int) {
        #expect(WebhookAnswer(record(.answered(status: status))) == .accepted)
    }

    @Test(arguments: [301, 302, 308, 400, 401, 404, 410, 413])
    func `a redirect, which is not followed, or a client's fault refuses one message`(status: Int) {
        #expect(WebhookAnswer(record(.answered(status: status))) == .refused(reason: "the answer is \(status)"))
    }

    @Test(arguments: [408, 425, 429, 500, 503])
    func `a server's fault, or too many, means that nothing is taken now`(status: Int) {
        let answer = WebhookAnswer(record(.answered(status: status)))
        #expect(answer == .away(reason: "the answer is \(status)", retryAfter: nil))
    }

    @Test func `whoever does not answer is away`() {
        let answer = WebhookAnswer(record(.failed(.timedOut(.connect))))
        #expect(answer == .away(reason: "the deadline passed while connecting", retryAfter: nil))
    }

    static let pauses: [(String, String?, Duration?)] = [
        ("7", nil, .seconds(7)), ("0", nil, .zero), ("-3", nil, .zero), ("86400", nil, .seconds(3600)),
        ("Fri, 15 Jan 2027 08:00:30 GMT", "Fri, 15 Jan 2027 08:00:00 GMT", .seconds(30)),
        ("Fri, 15 Jan 2027 07:59:59 GMT", "Fri, 15 Jan 2027 08:00:00 GMT", .zero),
        ("Sun, 06 Nov 1994 08:49:37 GMT", nil, .zero), ("Fri, 15 Jan 2027 08:00:30 CET", nil, nil),
        ("Friday, 15-Jan-27 08:00:30 GMT", nil, nil), ("soon", nil, nil), ("", nil, nil),
    ]

    @Test(arguments: pauses)
    func `a pause is asked for in seconds or by a date, and is an hour at most`(
        text: String, date: String?, pause: Duration?
    ) {
        let headers = [("Retry-After", text)] + (date.map { [("Date", $0)] } ?? [])
        let answer = WebhookAnswer(record(.answered(status: 503), headers))
        #expect(answer == .away(reason: "the answer is 503", retryAfter: pause))
    }

    @Test func `pauses grow from seconds to a quarter of an hour`() {
        #expect(WebhookAnswer.pause(after: 1, jitter: 0.5) == .seconds(5))
        #expect(WebhookAnswer.pause(after: 3, jitter: 0.5) == .seconds(20))
        #expect(WebhookAnswer.pause(after: 100, jitter: 1) == .seconds(1200))
        #expect(WebhookAnswer.pause(after: 1, jitter: 0) < .seconds(4))
    }
}
