import Platform

/// How long a drift may last before it is an alert.
package struct DriftGrace: Hashable, Sendable {
    /// For a copy at Apple or Google that is an earlier revision: since its successor was published.
    ///
    /// Apple asks again "within 24 hours"; default 26 h.
    package var stale: Duration = .seconds(26 * 3600)

    /// For everything else: probes in a row.
    ///
    /// Default 2.
    package var probes = 2

    /// Makes the defaults.
    package init() {}

    /// Whether a drift is one that heals by itself in time.
    func tolerates(_ judgement: Judgement, since: UnixTime, at vantage: Vantage, now: UnixTime) -> Bool {
        guard vantage == .appleCDN || vantage == .googleDAL else { return false }
        switch judgement.verdict {
        // Where it is known what Apple gets now, that decides.
        case _ where judgement.fresh != nil: guard judgement.fresh?.finding.isEmpty == true else { return false }
        case .stale: break
        // A file that is new: that there was none is what is still cached.
        case .failing where judgement.replaced != nil: break
        default: return false
        }
        return now - (judgement.replaced ?? since) < stale
    }
}
