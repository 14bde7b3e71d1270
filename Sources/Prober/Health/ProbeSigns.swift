import Platform

/// What a probe says of the prober itself, rather than of the domain.
struct ProbeSigns: Equatable {
    /// What it says of a part.
    enum Sign: Equatable {
        /// It works: somebody answered.
        case works
        /// Nobody answered, and nothing says that it is the domain's fault.
        case fails
    }

    /// The domain's number.
    let domain: Int32
    /// The number of its tenant.
    let tenant: Int32
    /// What it says; nothing of parts that were not needed, or whose failure was known before.
    private(set) var signs: [ProberPart: Sign] = [:]
    /// The networks in which the domain's own server was not reached; empty where it has no address.
    private(set) var networks: Set<IPAddress> = []
    /// Whether Apple or Google answered.
    private(set) var isOutsideThere = false

    /// The parts that fail.
    var failing: Set<ProberPart> { Set(signs.filter { $0.value == .fails }.keys) }

    /// Reads what was seen.
    ///
    /// - Parameters:
    ///   - files: What was seen.
    ///   - known: How the files stood before.
    ///   - domain: The domain's number.
    ///   - tenant: The number of its tenant.
    init(_ files: [JudgedFile], known: [ObservedFile: DriftState], domain: Int32, tenant: Int32) {
        self.domain = domain
        self.tenant = tenant
        isOutsideThere = files.contains {
            ($0.file.vantage == .appleCDN || $0.file.vantage == .googleDAL) && Self.answered($0.judgement.verdict)
        }
        for seen in files where seen.wasAsked {
            let verdict = seen.judgement.verdict
            note(verdict == .proberBroken ? .fails : .works, of: .machinery)
            guard let part = ProberPart(seen.file.vantage) else { continue }
            if Self.answered(verdict) {
                note(.works, of: part)
            } else if verdict == .unreachable, isNews(seen, before: known[seen.file]) {
                note(.fails, of: part)
                if part == .origin { networks.formUnion(seen.addresses.map(\.network)) }
            }
        }
    }

    /// An answer at one file makes up for silence at another, but a fault of the prober's own is one.
    private mutating func note(_ sign: Sign, of part: ProberPart) {
        let strong: Sign = part == .machinery ? .fails : .works
        if signs[part] != strong { signs[part] = sign }
    }

    private static func answered(_ verdict: Verdict) -> Bool {
        verdict != .unreachable && verdict != .blocked && verdict != .proberBroken
    }

    /// A domain that never answered, or did not answer last time either, says nothing of the prober; one service for all
    /// domains does.
    private func isNews(_ seen: JudgedFile, before: DriftState?) -> Bool {
        guard seen.file.vantage == .origin else { return true }
        guard let before, before.judgement.verdict != .proberBroken else { return !isOutsideThere }
        return before.judgement.verdict != .unreachable
    }
}

extension IPAddress {
    /// The first address of the network that it is likely to share with its neighbours: 24 bits of IPv4, 48 of IPv6.
    fileprivate var network: IPAddress {
        isIPv4 ? IPAddress(high: high, low: low & ~0xFF) : IPAddress(high: high & ~0xFFFF, low: 0)
    }
}
