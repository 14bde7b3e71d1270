import JSONText
package import Platform
package import Postgres

extension ProbeStore {
    /// What is wrong with how live domains are served, the oldest first.
    ///
    /// - Parameters:
    ///   - host: Only of this domain, as it is stored; `nil` (the default) for all.
    ///   - tenant: Only of this tenant; `nil` (the default) for all.
    /// - Returns: The findings.
    /// - Throws: ``PostgresError``.
    package func findings(host: String? = nil, tenant: String? = nil) throws(PostgresError) -> [DomainFinding] {
        try connection.query(.domainFindings, [.text(host), .text(tenant)]).compactMap(\.self)
    }

    /// Notes what a probe found, and puts alerts into the outbox; within a transaction.
    ///
    /// - Parameters:
    ///   - report: What was found.
    ///   - domain: The domain.
    ///   - time: Now.
    ///   - isSilenced: Whether no alert is to be raised now.
    /// - Returns: The alerts.
    /// - Throws: ``PostgresError``.
    func note(
        _ report: ReportFindings, of domain: LeasedDomain, at time: UnixTime, isSilenced: Bool
    ) throws(PostgresError) -> [FindingNews] {
        let known = try connection.query(.keptFindings, [.int32(domain.id)]).compactMap(\.self)
        let change = KeptFinding.advance(known, with: report, time: time, grace: grace, isSilenced: isSilenced)
        for found in change.found {
            try connection.execute(
                .writeFinding, [.int32(domain.id), .int32(domain.tenantID)] + FindingColumns.values(found))
        }
        for over in change.over {
            try connection.execute(
                .forgetFinding,
                [.int32(domain.id), .text(over.finding.code.rawValue), .text(over.finding.subject)])
        }
        for news in change.news { try tell(news, of: domain.name, tenant: domain.tenant, at: time) }
        return change.news
    }

    /// Forgets what was wrong with domains that are not live any more and at gateways that are no more, and clears its
    /// alerts; within a transaction.
    ///
    /// - Throws: ``PostgresError``.
    func forgetDepartedFindings() throws(PostgresError) {
        for gone in try connection.query(.forgetDepartedFindings) {
            guard let gone, gone.kept.isRaised else { continue }
            let news = FindingNews(event: .cleared, finding: gone.kept)
            try tell(news, of: gone.host, tenant: gone.tenant, at: gone.kept.lastSeen)
        }
    }

    private func tell(_ news: FindingNews, of host: String, tenant: String, at time: UnixTime) throws(PostgresError) {
        let body = FindingAlertBody(news: news, tenant: tenant, host: host, time: time)
        try connection.execute(
            .insertAlert,
            [
                .text(news.event.rawValue), .text(body.cause), .text(tenant), .text(host),
                .json(JSONDocument(body.json)),
            ])
    }
}

/// A finding about a live domain.
package struct DomainFinding: Hashable, Sendable {
    /// The domain's name.
    package var host: String
    /// The tenant's name.
    package var tenant: String
    /// What is the matter, and since when.
    package var kept: KeptFinding
    /// Until when the domain's alerts are silent; `nil` when they are not.
    package var silencedUntil: UnixTime?
}
