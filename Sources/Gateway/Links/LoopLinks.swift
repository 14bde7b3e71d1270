import DeepLinks
import FleetStore
import HTTPServer
import Platform

/// The links of one loop: what it keeps of them, and the look-ups that it began.
///
/// Confined to the loop's thread. A look-up that began before its link changed is answered and not kept: a change drops
/// it from the look-ups that others may join, and only what is still there when its answer comes is kept.
struct LoopLinks: ~Copyable {
    /// What is known of a link without asking.
    enum Known {
        /// There it is.
        case link(CachedLink)
        /// There was none a moment ago.
        case missing
        /// Nothing.
        case nothing
    }

    private let source: any LinkSource
    private let replies: DeferredReplies
    private let seat: LinkSeat
    private let counters: LinkCounters
    private let missingTime: Duration
    private let hasher = HostHasher()
    private var taken: UInt64 = 0
    private var links: LinkCache
    private var last = CachedLink.none
    private var held: (destination: [UInt8], extras: [UInt8]) = ([], [])
    private var isHolding = false
    /// Where the destination stands in the extras, if it is a platform's own.
    private var chosen: Range<Int>?
    private var missing: LinkCache
    private var waits: [LinkQuery: LinkWait] = [:]
    private var allowance: UnknownAllowance
    /// How many patient look-ups of each tenant are under way, and how many may be.
    private var patient: [UInt32: Int] = [:]
    private let mostPatient: Int

    init(_ served: ServedLinks, source: any LinkSource, context: HandlerContext) {
        self.source = source
        replies = context.replies
        seat = served.seat(context.loop)
        counters = served.counters[context.loop]
        missingTime = served.limits.missing
        allowance = UnknownAllowance(rate: Double(served.limits.unknownLookups) / Double(served.loopCount))
        mostPatient = max(1, served.limits.patientLookups / served.loopCount)
        // Apart, so that a flood of slugs that are no links displaces no link.
        let share = served.limits.cache / served.loopCount
        links = LinkCache(limit: share - share / 8)
        missing = LinkCache(limit: share / 8)
    }

    // MARK: - What is known

    /// Takes what other threads left; before the newest table is taken, so that no link is kept under an older one's
    /// numbers.
    mutating func turnBegins() {
        guard seat.hasMore(than: taken) else { return }
        let (news, count) = seat.take()
        taken = count
        for item in news {
            switch item {
            case .changed(let changed): for links in changed { forget(links) }
            case .answered(let wait, let answer): keep(answer, of: wait)
            }
        }
        counters.set(.links, links.count + missing.count)
        counters.set(.evictions, links.evictions + missing.evictions)
    }

    /// What is known of a link.
    mutating func find(_ place: LinkPlace, _ slug: Span<UInt8>) -> Known {
        let hash = hash(place, slug)
        if let link = links.find(place, slug, hash: hash) {
            counters.add(.hits)
            last = link
            isHolding = false
            chosen = nil
            return .link(link)
        }
        guard let link = missing.find(place, slug, hash: hash) else { return .nothing }
        guard MonotonicTime.now() < MonotonicTime(nanoseconds: link.facts.end) else {
            missing.remove(place, slug, hash: hash)
            return .nothing
        }
        counters.add(.missingHits)
        return .missing
    }

    /// The destination of the link that was found last or is held, for the client that was chosen for.
    var destination: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            if let chosen { return extras.extracting(chosen) }
            return standardDestination
        }
    }

    /// Where it leads whoever has no place of their own.
    var standardDestination: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            if isHolding { return held.destination.span }
            return links.destination(of: last)
        }
    }

    /// Where it leads once its time is over; empty for nowhere.
    var afterwards: Span<UInt8> {
        @_lifetime(borrow self)
        get { extras.extracting(LinkExtras.range(of: .afterwards, in: extras) ?? 0..<0) }
    }

    /// What a preview is drawn from, if the link says it itself.
    var preview: LinkPreview? { LinkExtras.preview(in: extras) }

    private var extras: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            if isHolding { return held.extras.span }
            return links.extras(of: last)
        }
    }

    /// Holds a link that was looked up, for the answer to those who waited for it.
    mutating func hold(_ link: StoredLink) {
        held = link.texts
        isHolding = true
        chosen = nil
    }

    /// Makes the destination of a client's platform the link's, if it has one.
    ///
    /// - Parameters:
    ///   - client: Who asks; a program is led where all others are (case 76).
    ///   - facts: What is known of the link that was found last or is held.
    /// - Returns: The facts with the destination that holds.
    mutating func choose(for client: Client, _ facts: LinkFacts) -> LinkFacts {
        guard !client.kind.isProgram, facts.platforms & LinkFacts.bit(client.platform) != 0,
            let place = LinkExtras.range(of: .platform(client.platform), in: extras)
        else { return facts }
        chosen = place
        var facts = facts
        facts.form = LinkFacts.Form(destination)
        facts.isForPlatform = true
        return facts
    }

    /// What the rules of a table said of a link that is kept; `nil` when they were not asked.
    func judgement(by version: UInt64) -> LinkJudgement? {
        isHolding || last.judgement.version != version ? nil : last.judgement
    }

    /// Asks the rules of a table for all destinations of the link that was found last or is held, and keeps the answer
    /// with a link that is kept.
    ///
    /// - Parameters:
    ///   - version: The table's.
    ///   - refuses: Whether the rules refuse a destination.
    /// - Returns: The answer.
    mutating func judge(by version: UInt64, _ refuses: ([UInt8]) -> Bool) -> LinkJudgement {
        let main = isHolding ? held.destination : [UInt8](copying: links.destination(of: last))
        var judgement = LinkJudgement(version: version, refused: refuses(main) ? 1 : 0)
        for platform in ClientPlatform.allCases {
            guard let place = LinkExtras.range(of: .platform(platform), in: extras) else { continue }
            let isRefused = refuses([UInt8](copying: extras.extracting(place)))
            judgement.refused |= isRefused ? UInt16(LinkFacts.bit(platform)) << 1 : 0
        }
        if !isHolding {
            last.judgement = judgement
            links.keep(judgement)
        }
        return judgement
    }

    private func hash(_ place: LinkPlace, _ slug: Span<UInt8>) -> UInt64 {
        let number = UInt64(place.domain) &<< 32 | UInt64(place.route)
        return hasher.hash(slug) ^ number &* 0x9E37_79B9_7F4A_7C15
    }

    private mutating func forget(_ changed: ChangedLinks) {
        switch changed {
        case .all:
            links.removeAll()
            missing.removeAll()
            waits.removeAll()
        case .domain(let domain):
            let number = UInt32(bitPattern: domain.rawValue)
            links.removeAll(of: number)
            missing.removeAll(of: number)
            waits = waits.filter { $0.key.domain != domain }
        case .link(let query):
            let (place, slug) = (query.place, Array(query.slug.utf8))
            let hash = hash(place, slug.span)
            links.remove(place, slug.span, hash: hash)
            missing.remove(place, slug.span, hash: hash)
            waits[query] = nil
        }
    }

    // MARK: - Look-ups

    /// Looks a link up, or joins the look-up that is under way.
    ///
    /// A tenant that had too many look-ups of unknown links has patient ones: the link may be a known one all the same.
    ///
    /// - Returns: False when the tenant has too many patient look-ups too; then nothing will come.
    mutating func look(for query: LinkQuery, tenant: UInt32, _ waiter: LinkWait.Waiter) -> Bool {
        if let wait = waits[query], wait.join(waiter) {
            counters.add(.joined)
            return true
        }
        var lane = LookupLane.prompt
        if !allowance.take(tenant, at: .now()) {
            guard patient[tenant, default: 0] < mostPatient else {
                counters.add(.refused)
                return false
            }
            lane = .patient
            patient[tenant, default: 0] += 1
            counters.add(.patient)
        }
        let wait = LinkWait(query, tenant: tenant, lane: lane)
        _ = wait.join(waiter)
        waits[query] = wait
        counters.add(.lookups)
        source.find(query, lane: lane) { [seat, replies] answer in
            seat.leave(.answered(wait, answer))
            for waiter in wait.end() {
                replies.complete(waiter.token, LinkReply(waiter.request, answer))
            }
        }
        return true
    }

    private mutating func keep(_ answer: LookupAnswer, of wait: LinkWait) {
        let isCurrent = waits[wait.query] === wait
        if isCurrent { waits[wait.query] = nil } else { counters.add(.outdated) }
        switch wait.lane {
        case .prompt: if answer != .missing { allowance.giveBack(wait.tenant) }
        case .patient:
            let left = patient[wait.tenant, default: 1] - 1
            patient[wait.tenant] = left > 0 ? left : nil
        }
        let (place, slug) = (wait.query.place, Array(wait.query.slug.utf8))
        switch answer {
        case .unavailable: counters.add(.unavailable)
        case .missing:
            counters.add(.unknown)
            guard isCurrent else { return }
            let end = MonotonicTime.now() + missingTime
            missing.insert(
                place, slug.span, hash: hash(place, slug.span), LinkFacts(end: end.nanoseconds), destination: Span(),
                extras: Span())
        case .found(let link):
            counters.add(.found)
            guard isCurrent else { return }
            let (destination, extras) = link.texts
            links.insert(
                place, slug.span, hash: hash(place, slug.span), LinkFacts(link), destination: destination.span,
                extras: extras.span)
        }
    }
}

extension StoredLink {
    /// What a loop keeps of it besides its facts.
    fileprivate var texts: (destination: [UInt8], extras: [UInt8]) {
        (Array(destination.text.utf8), LinkExtras.text(of: self))
    }
}
