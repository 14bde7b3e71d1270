import Platform
import Testing

@testable import Prober

@Suite struct ServiceGateTests {
    private let start = MonotonicTime(nanoseconds: 1_000_000_000_000)

    @Test func `so many at once, and so many a second`() {
        var gate = ServiceGate(ServiceLimits(concurrency: 2, perSecond: 10))
        #expect(gate.admission(at: start) == .open)
        gate.begin(at: start, jitter: 0.5)
        #expect(gate.admission(at: start) == .wait(until: start + .milliseconds(100)))
        gate.begin(at: start + .milliseconds(100), jitter: 0)
        #expect(gate.admission(at: start + .seconds(1)) == .full)
        gate.end(at: start + .seconds(1), isHealthy: true, retryAfter: nil, jitter: 0)
        #expect(gate.admission(at: start + .seconds(1)) == .open)
    }

    @Test func `a service that keeps failing gets longer and longer pauses, and none after a success`() {
        var gate = ServiceGate(ServiceLimits(concurrency: 1, backsOff: true))
        var pauses: [Duration] = []
        for _ in 0..<15 {
            gate.begin(at: start, jitter: 0)
            gate.end(at: start, isHealthy: false, retryAfter: nil, jitter: 0)
            if case .paused(let until) = gate.admission(at: start) { pauses.append(until - start) }
        }
        #expect(pauses.prefix(3) == [.seconds(1), .seconds(2), .seconds(4)])
        #expect(pauses.last == .seconds(200))
        let later = start + .seconds(200)
        gate.begin(at: later, jitter: 0)
        gate.end(at: later, isHealthy: true, retryAfter: nil, jitter: 0)
        #expect(gate.admission(at: later) == .open)
    }

    @Test func `a Retry-After is obeyed for an hour at most`() {
        var gate = ServiceGate(ServiceLimits(concurrency: 1, backsOff: true))
        gate.begin(at: start, jitter: 0)
        gate.end(at: start, isHealthy: false, retryAfter: .seconds(86_400), jitter: 0)
        #expect(gate.admission(at: start) == .paused(until: start + .seconds(3600)))
    }

    @Test func `failures of one host say nothing of another`() {
        var gate = ServiceGate(ServiceLimits.standard(.origin))
        for _ in 0..<9 {
            gate.begin(at: start, jitter: 0)
            gate.end(at: start, isHealthy: false, retryAfter: .seconds(60), jitter: 0)
        }
        #expect(gate.admission(at: start) == .open)
    }
}
