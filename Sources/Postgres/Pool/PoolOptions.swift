/// How a pool behaves.
package struct PoolOptions: Sendable {
    /// Connections at most, 1 or more.
    ///
    /// Default 4.
    package var maximumCount = 4

    /// The time for a checkout that names none, connecting included.
    ///
    /// Default 5 s.
    package var checkoutTimeout: Duration = .seconds(5)

    /// The longest life of a connection; each lives 75 to 100 % of it, so that they do not expire together (case 129).
    ///
    /// Default 30 minutes.
    package var lifetime: Duration = .seconds(1800)

    /// After this time idle a connection is tried before it is given out.
    ///
    /// Default 30 s.
    package var idleBeforeCheck: Duration = .seconds(30)

    /// How its connections behave.
    package var connection = ConnectionOptions()

    /// The clock; replaced in tests.
    package var now: @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }

    /// Random numbers from 0 to 1; replaced in tests.
    package var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// Makes the defaults.
    package init() {}
}
