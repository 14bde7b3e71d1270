package import Postgres

/// How all domains stand, in a few numbers.
package struct ProbeSurvey: Equatable, Sendable {
    /// Live domains by verdict, each under all that are seen of it anywhere.
    package var domains: [Verdict: Int] = [:]

    /// Live domains by what is wrong with how they are served, each under all that is.
    package var findings: [ProbeFindingCode: Int] = [:]

    /// Live domains of which the last probe did not learn everything, by where.
    package var unknown: [Vantage: Int] = [:]

    /// For how long the oldest drift lasts; zero without one.
    package var oldestDrift = Duration.zero

    /// Live domains that are due for longer than a minute and that nobody has.
    package var overdue = 0

    /// The gateways that are registered.
    package var gateways = GatewayTally()

    /// Alerts that nobody was told of yet.
    package var untoldAlerts = 0

    /// The age of the oldest of them; zero without one.
    package var oldestAlert = Duration.zero

    /// Makes the survey of a fleet that was never probed.
    package init() {}
}

/// How many gateways there are.
package struct GatewayTally: Equatable, Sendable {
    /// Whether a gateway gives signs of life, as a label.
    package enum State: String, CaseIterable, Sendable {
        /// It does.
        case live
        /// It does not: it was killed, or has lost the database.
        case silent
    }

    /// Those that give signs of life.
    package var live = 0

    /// Those that do not.
    package var silent = 0
}

extension ProbeStore {
    /// Counts how all domains stand.
    ///
    /// - Throws: ``PostgresError``.
    package func survey() throws(PostgresError) -> ProbeSurvey {
        var survey = ProbeSurvey()
        for tally in try connection.query(.verdictTallies) {
            survey.domains[tally.verdict] = Int(tally.domains)
            survey.oldestDrift = max(survey.oldestDrift, .seconds(tally.oldestDriftSeconds ?? 0))
        }
        for tally in try connection.query(.findingTallies).compactMap(\.self) {
            survey.findings[tally.code] = Int(tally.domains)
        }
        for gap in try gaps() { survey.unknown[gap.vantage] = gap.domains }
        survey.gateways = try connection.queryOne(.gatewayTally)
        survey.overdue = try overdue(by: .seconds(60))
        let alerts = try connection.queryOne(.alertTally)
        survey.untoldAlerts = Int(alerts.count)
        survey.oldestAlert = .seconds(alerts.oldestSeconds ?? 0)
        return survey
    }
}
