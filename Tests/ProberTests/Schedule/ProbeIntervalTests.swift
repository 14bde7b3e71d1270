import Platform
import TestSupport
import Testing

@testable import Prober

/// When a domain is probed next.
@Suite struct ProbeIntervalTests {
    private static let start = UnixTime(seconds: 1_800_000_000)
    private let interval = ProbeInterval()

    private func next(published: Duration?, isSpread: Bool, failures: Int = 0, jitter: Double = 0.5) -> Duration {
        interval.next(
            after: ProbeInterval.Finding(
                published: published.map { Self.start + (.zero - $0) }, isSpread: isSpread, failures: failures),
            at: Self.start, jitter: jitter)
    }

    @Test func `after a publication Apple is asked at 1, 5, 15 and 60 minutes, then as ever`() {
        #expect(next(published: .seconds(2), isSpread: false) == .seconds(58))
        #expect(next(published: .seconds(61), isSpread: false) == .seconds(239))
        #expect(next(published: .seconds(300), isSpread: false) == .seconds(600))
        #expect(next(published: .seconds(1000), isSpread: false) == .seconds(2600))
        #expect(next(published: .seconds(3601), isSpread: false) == .seconds(900))
        #expect(next(published: .seconds(2), isSpread: true) == .seconds(900))
        #expect(next(published: nil, isSpread: false) == .seconds(900))
    }

    @Test func `the pause that a server asks for is honoured up to two hours`() {
        func next(_ pause: Duration) -> Duration {
            var finding = ProbeInterval.Finding(published: nil, isSpread: true, failures: 1)
            finding.pause = pause
            return interval.next(after: finding, at: Self.start, jitter: 0.5)
        }
        #expect(next(.seconds(60)) == .seconds(900))
        #expect(next(.seconds(3600)) == .seconds(3600))
        #expect(next(.seconds(86_400)) == .seconds(7200))
    }

    @Test func `a domain that fails is asked less and less, at most every two hours`() {
        let times = (0...10).map { next(published: nil, isSpread: true, failures: $0) }
        #expect(times.prefix(5) == [.seconds(900), .seconds(900), .seconds(1800), .seconds(3600), .seconds(7200)])
        #expect(times.dropFirst(4).allSatisfy { $0 == .seconds(7200) })
    }

    @Test func `domains that began together spread`() {
        var generator = SeededGenerator(seed: 1)
        let times = (0..<1000).map { _ in
            next(published: nil, isSpread: true, jitter: Double.random(in: 0...1, using: &generator))
        }
        #expect(times.allSatisfy { $0 >= .seconds(810) && $0 <= .seconds(990) })
        let early = times.filter { $0 < .seconds(900) }.count
        #expect((400...600).contains(early))
    }
}
