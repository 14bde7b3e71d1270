package import Platform

/// What a probe makes of one file at one vantage.
package struct Judgement: Hashable, Sendable {
    /// A URL that what was seen decides differently from the current revision.
    package struct Witness: Hashable, Sendable {
        /// The app, as the file names it.
        package let app: String
        /// The URL.
        package let url: String
        /// Whether the app opens it by what was seen; by the current revision it is the other way round.
        package let opensNow: Bool

        /// Makes a witness.
        package init(app: String, url: String, opensNow: Bool) {
            self.app = app
            self.url = url
            self.opensNow = opensNow
        }
    }

    /// How it stands.
    package var verdict: Verdict

    /// Why, in a clause without a full stop; empty where the verdict says all.
    package var reason = ""

    /// The revision that was seen; `nil` where it is none of ours.
    package var revision: Int?

    /// When what was seen should have been replaced: the next revision's publication.
    package var replaced: UnixTime?

    /// When it should be right again, by cache headers or what is documented, which may be past; `nil` when somebody has to
    /// act.
    package var healing: UnixTime?

    /// What to do about what was seen, in a clause without a full stop; empty where vantage and verdict tell it.
    var remedy = ""

    /// What is different for people, the shortest URLs first.
    package var witnesses: [Witness] = []

    /// How many more pairs of rules decide differently.
    package var furtherWitnesses = 0

    /// What Apple got when it was last made to ask anew; `nil` where it never was, and at other vantages.
    package var fresh: FreshLook?

    /// Makes a judgement.
    package init(
        _ verdict: Verdict, reason: String = "", revision: Int? = nil, replaced: UnixTime? = nil,
        healing: UnixTime? = nil
    ) {
        self.verdict = verdict
        self.reason = reason
        self.revision = revision
        self.replaced = replaced
        self.healing = healing
    }

    /// Whether it says anything of the file.
    ///
    /// Apple's network and Google's API are one for all domains: that they do not answer says nothing of one.
    ///
    /// - Parameter vantage: Where it was judged.
    /// - Returns: No where nobody could be asked.
    func isKnown(at vantage: Vantage) -> Bool {
        switch verdict {
        case .proberBroken: false
        case .unreachable, .blocked: vantage != .appleCDN && vantage != .googleDAL
        default: true
        }
    }

    /// Takes over what to do where the host does not give its file.
    mutating func advise(_ seen: Observation) {
        guard verdict != .inSync, isKnown(at: .origin), remedy.isEmpty else { return }
        remedy = seen.remedy
    }

    /// Takes in how the file stands at the host, for a copy of it: what is wrong there does not heal here.
    mutating func blame(_ origin: Judgement?) {
        guard verdict != .inSync, let origin, origin.verdict != .inSync, origin.isKnown(at: .origin) else { return }
        healing = nil
        remedy = "mend it at the host first, which is \(origin.verdict.rawValue): Apple's network asks there"
    }

    /// Takes in what Apple gets when it asks anew: a copy that is not replaced by the right file does not heal by itself.
    mutating func note(_ look: FreshLook?) {
        guard isKnown(at: .appleCDN), var look else { return }
        if verdict == .inSync { look.finding = "" }
        fresh = look
        guard !look.finding.isEmpty else { return }
        healing = nil
        reason += look.finding == reason ? "; asked anew, it is still so" : "; asked anew, \(look.finding)"
    }
}
