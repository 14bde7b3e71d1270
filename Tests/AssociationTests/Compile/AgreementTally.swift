import DeepLinks

/// What a run has compared: a test that compares one browser with another says nothing.
struct AgreementTally {
    /// What decided a URL for an app.
    enum Fate: String, CaseIterable {
        case opens, excluded, noRoute, reserved, optOut
    }

    /// What a route has, or a table.
    enum Form: String, CaseIterable {
        case literal, free, head, tail, digits, exactDigits, listed, endlessRest, limitedRest
        case fixedItem, capturedItem, listedItem, optionalItem, folding, optOutDomain, threeApps, manyRoutes
    }

    /// What a URL has.
    enum Trait: Hashable {
        case slashAtEnd, emptyPath, escape, lowerEscape, fragment, repeatedItem, emptyItem
        /// A segment of so many digits, perhaps with a text around.
        case digits(Int)
        case segments(Int)

        static let all: [Trait] =
            [.slashAtEnd, .emptyPath, .escape, .lowerEscape, .fragment, .repeatedItem, .emptyItem]
            + [1, 2, 3, 6, 7, 14, 15, 18, 19].map(Trait.digits) + (15...17).map(Trait.segments)
    }

    /// Comparisons of a file and a table for an app and a URL.
    private(set) var triples = 0
    private(set) var fates: [Fate: Int] = [:]
    /// By form of the route that decides: how often it opens, and how often not.
    private(set) var opening: [Form: Int] = [:]
    private(set) var excluding: [Form: Int] = [:]
    /// By trait of the URL, those that a route decides.
    private(set) var traits: [Trait: Int] = [:]
    /// Tables whose file would be larger than systems read.
    var tooLarge = 0
    /// All tables.
    var tables = 0

    mutating func count(_ url: String, _ decider: TableOracle.Decider, in set: RouteSet, opens: Bool) {
        triples += 1
        switch decider {
        case .reserved: fates[.reserved, default: 0] += 1
        case .optOut: fates[.optOut, default: 0] += 1
        case .none: fates[.noRoute, default: 0] += 1
        case .route(let index):
            fates[opens ? .opens : .excluded, default: 0] += 1
            for form in Self.forms(of: set.routes[index].pattern).union(Self.forms(of: set)) {
                if opens { opening[form, default: 0] += 1 } else { excluding[form, default: 0] += 1 }
            }
            for trait in Self.traits(of: url) { traits[trait, default: 0] += 1 }
        }
    }

    mutating func add(_ other: AgreementTally) {
        triples += other.triples
        tooLarge += other.tooLarge
        tables += other.tables
        fates.merge(other.fates, uniquingKeysWith: +)
        opening.merge(other.opening, uniquingKeysWith: +)
        excluding.merge(other.excluding, uniquingKeysWith: +)
        traits.merge(other.traits, uniquingKeysWith: +)
    }

    // MARK: - Sorting

    private static func forms(of pattern: RoutePattern) -> Set<Form> {
        var forms: Set<Form> = []
        for segment in pattern.segments {
            guard case .capture(let capture, let head, let tail) = segment else {
                forms.insert(.literal)
                continue
            }
            if !head.isEmpty { forms.insert(.head) }
            if !tail.isEmpty { forms.insert(.tail) }
            switch capture.values {
            case .any: forms.insert(.free)
            case .digits(let range): forms.insert(range.count > 1 ? .digits : .exactDigits)
            case .listed: forms.insert(.listed)
            }
        }
        if pattern.rest != nil { forms.insert(pattern.isRestLimited ? .limitedRest : .endlessRest) }
        for item in pattern.items {
            switch item.condition {
            case .equals: forms.insert(.fixedItem)
            case .captured(let capture) where capture.place == .optionalItem: forms.insert(.optionalItem)
            case .captured(let capture): forms.insert(capture.values == .any ? .capturedItem : .listedItem)
            }
        }
        return forms
    }

    private static func forms(of set: RouteSet) -> Set<Form> {
        var forms: Set<Form> = []
        if !set.isCaseSensitive { forms.insert(.folding) }
        if set.optOut != nil { forms.insert(.optOutDomain) }
        if set.apps.count(where: { $0.identity.appID != nil }) == 3 { forms.insert(.threeApps) }
        if set.routes.count > 30 { forms.insert(.manyRoutes) }
        return forms
    }

    private static func traits(of url: String) -> Set<Trait> {
        let parts = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let pieces = parts[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = pieces[0].dropFirst("https://".count).drop { $0 != "/" }
        var traits: Set<Trait> = []
        if parts.count > 1 { traits.insert(.fragment) }
        if path.isEmpty { traits.insert(.emptyPath) }
        if path.count > 1, path.hasSuffix("/") { traits.insert(.slashAtEnd) }
        if path.contains("%") { traits.insert(.escape) }
        if path.contains("%c3") { traits.insert(.lowerEscape) }
        let segments = path.split(separator: "/")
        traits.insert(.segments(segments.count))
        for segment in segments {
            traits.insert(.digits(segment.split { !("0"..."9").contains($0) }.map(\.count).max() ?? 0))
        }
        guard pieces.count > 1 else { return traits }
        let items = pieces[1].split(separator: "&", omittingEmptySubsequences: false).map {
            $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        }
        if items.contains(where: { $0.count < 2 || $0[1].isEmpty }) { traits.insert(.emptyItem) }
        if Set(items.map { $0[0] }).count < items.count { traits.insert(.repeatedItem) }
        return traits
    }
}
