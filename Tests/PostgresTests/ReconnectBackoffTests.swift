import Testing

@testable import Postgres

@Suite struct ReconnectBackoffTests {
    @Test func `pauses double up to the cap, each a random part of its bound (case 129)`() throws {
        let start = ContinuousClock.now
        for random in [0, 0.25, 1.0] {
            var backoff = ReconnectBackoff()
            let bounds = [100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]
            for bound in bounds {
                backoff.fail(at: start, random: random, isCrowded: false)
                let pause = start.duration(to: try #require(backoff.nextAttempt))
                #expect(pause == .milliseconds(bound) * random)
            }
        }
    }

    @Test func `a server with too many clients is left alone for at least half of the cap (case 129)`() throws {
        let start = ContinuousClock.now
        var backoff = ReconnectBackoff()
        backoff.fail(at: start, random: 0, isCrowded: true)
        #expect(start.duration(to: try #require(backoff.nextAttempt)) == .seconds(5))
    }

    @Test func `after a failure one caller alone tries, and not before its time`() {
        let start = ContinuousClock.now
        let later = start.advanced(by: .milliseconds(100))
        var backoff = ReconnectBackoff()
        var answers = [backoff.mayTry(at: start), backoff.mayTry(at: start)]
        #expect(answers == [true, true])
        backoff.fail(at: start, random: 1, isCrowded: false)
        answers = [backoff.mayTry(at: start), backoff.mayTry(at: later), backoff.mayTry(at: later)]
        #expect(answers == [false, true, false])
        #expect(backoff.retryTime == nil)
        backoff.succeed()
        answers = [backoff.mayTry(at: start), backoff.mayTry(at: start)]
        #expect(answers == [true, true])
    }

    @Test func `many failures overflow nothing`() {
        var backoff = ReconnectBackoff()
        for _ in 0..<1000 { backoff.fail(at: .now, random: 1, isCrowded: false) }
        #expect(backoff.failures == 1000)
    }
}
