import Platform
import Testing

@testable import Prober

/// What an answer says of the service rather than of a host.
@Suite struct ServiceHealthTests {
    @Test(
        arguments: [
            (.answered(status: 200), true), (.answered(status: 404), true), (.answered(status: 403), false),
            (.answered(status: 429), false), (.answered(status: 500), false), (.answered(status: 503), false),
            (.failed(.connectFailed(reason: "refused")), false), (.failed(.timedOut(.answer)), false),
            (.failed(.cancelled), true),
        ] as [(ProbeOutcome, Bool)])
    func `a service that refuses or fails is not well`(outcome: ProbeOutcome, isHealthy: Bool) {
        #expect(ServiceHealth(TransferRecord(time: .now(), outcome: outcome)).isHealthy == isHealthy)
    }

    @Test(arguments: [(429, 60), (503, 60), (500, nil), (200, nil)] as [(Int, Int?)])
    func `a pause is what it says with 429 and 503`(status: Int, seconds: Int?) {
        var record = TransferRecord(time: .now(), outcome: .answered(status: status))
        record.headers = [HeaderField(name: "Retry-After", value: "60")]
        #expect(ServiceHealth(record).retryAfter == seconds.map { .seconds($0) })
    }
}
