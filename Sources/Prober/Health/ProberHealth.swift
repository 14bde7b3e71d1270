import Platform

/// Whether the prober itself is to be trusted: a pure function of what its probes said, in their order.
///
/// A part is broken when nobody has answered for it in the last probes, not one in between: at the domains' own servers
/// those of many domains, which must be unrelated, of three tenants and in three places, or Apple and Google silent as well;
/// at Apple's network and Google's API, which are one for all, of any. It is whole again after some answers in a row.
struct ProberHealth: Equatable {
    /// How many have to fail one after the other: domains, or probes of any domain where one service is asked for all.
    static let patience = 10
    /// How many domains have to fail by the prober's own fault, of as many tenants unless Apple and Google are silent.
    static let machineryPatience = 2
    /// From how many tenants, and places that share no network, domains are unrelated.
    static let unrelatedCount = 3
    /// How many answers in a row make a part whole again.
    static let recovery = 3

    /// The parts that are broken.
    private(set) var broken: Set<ProberPart>
    private var streaks: [ProberPart: Streak] = [:]
    private var answers: [ProberPart: Int] = [:]

    /// The probes that failed since the last that did not.
    private struct Streak: Equatable {
        var number = 0
        var probes = 0
        var domains: Set<Int32> = []
        var tenants: Set<Int32> = []
        var networks: Set<IPAddress> = []
        var places = 0
        var isOutsideThere = false
    }

    /// Begins with what was broken when the prober was last seen.
    init(broken: Set<ProberPart> = []) {
        self.broken = broken
    }

    /// Takes in what a probe said.
    mutating func note(_ probe: ProbeSigns) {
        for (part, sign) in probe.signs {
            switch sign {
            case .works:
                streaks[part] = Streak(number: number(of: part) + 1)
                answers[part, default: 0] += 1
                if answers[part, default: 0] >= Self.recovery { broken.remove(part) }
            case .fails:
                answers[part] = 0
                var streak = streaks[part] ?? Streak()
                streak.probes += 1
                streak.domains.insert(probe.domain)
                // What one balancer serves fails as one; without an address it is the tenant that is a place.
                let isElsewhere =
                    probe.networks.isEmpty
                    ? !streak.tenants.contains(probe.tenant) : probe.networks.isDisjoint(with: streak.networks)
                if isElsewhere { streak.places += 1 }
                streak.networks.formUnion(probe.networks)
                streak.tenants.insert(probe.tenant)
                streak.isOutsideThere = streak.isOutsideThere || probe.isOutsideThere
                streaks[part] = streak
                if isEnough(streak, of: part) { broken.insert(part) }
            }
        }
    }

    /// The number of a part's streak: another one once somebody has answered.
    func number(of part: ProberPart) -> Int { streaks[part]?.number ?? 0 }

    private func isEnough(_ streak: Streak, of part: ProberPart) -> Bool {
        switch part {
        case .machinery:
            // What one tenant's servers answer is no proof, as long as others are heard.
            let isUnrelated = streak.tenants.count >= Self.machineryPatience || !streak.isOutsideThere
            return streak.domains.count >= Self.machineryPatience && isUnrelated
        case .appleCDN, .googleDAL: return streak.probes >= Self.patience
        case .origin:
            let isUnrelated = min(streak.tenants.count, streak.places) >= Self.unrelatedCount
            return streak.domains.count >= Self.patience && (isUnrelated || !streak.isOutsideThere)
        }
    }

    /// What remains of a judgement: where the prober cannot know, it says so.
    func judge(_ files: [JudgedFile]) -> [JudgedFile] {
        files.map { seen in
            guard seen.judgement.verdict == .unreachable, let part = ProberPart(seen.file.vantage),
                broken.contains(part)
            else { return seen }
            var unknown = seen
            unknown.judgement = Judgement(.proberBroken, reason: "the prober is at fault: \(part.fault)")
            return unknown
        }
    }
}
