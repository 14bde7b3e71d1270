import DeepLinks
import JSONText

extension AppleLint {
    private static let mostSharedURLs = 20

    /// Compares rules with each other.
    mutating func checkRules(_ links: AppleLinks) {
        let matcher = AppleMatcher(document)
        let rules = matcher.rules(for: .current)
        let regions = rules.map(RuleRegion.init)
        let empty = emptyComponents(links)
        let lists = Array(Set(matcher.ruleLists(for: .current)))
        let guarded = guardedRules(lists, rules)
        for (number, rule) in rules.enumerated()
        where regions[number].isEverything && rule.place.value == .open && !empty.contains(rule.place.path)
            && !guarded.contains(number) && !rule.isUnread
        {
            log.add(
                .claimsEverything, at: rule.place, "the rule opens the app for every URL, pages for browsers included",
                advice: "name the paths that the app can show, or exclude the others ahead of it")
        }
        var search = PatternSearch()
        checkOpening(lists, rules)
        let reach = RuleReach(lists, of: rules, regions, &search)
        // Where none opens, that is said, and not that each can be left out.
        if rules.contains(where: { $0.place.value == .open }) { checkReach(reach, rules, matcher, &search) }
        checkSharedURLs(links, matcher, &search)
        for reason in unsearched(
            reach.unsettled.sorted().map { rules[$0].place.path.pointer }, isExhausted: search.isExhausted,
            isPartial: lists.contains { $0.count > RuleIndex.mostPairedRules })
        {
            log.add(
                .checkedInPart, at: links.path, links.position, reason,
                advice: "none; more rules than are named may be unreachable or needless")
        }
    }

    /// Why some rules were not compared, or not to the end.
    private func unsearched(_ unsettled: [String], isExhausted: Bool, isPartial: Bool) -> [String] {
        var reasons: [String] = []
        if isPartial {
            reasons.append(
                "there are more than \(RuleIndex.mostPairedRules) rules; only those with the same first segment were compared"
            )
        }
        if !unsettled.isEmpty {
            let named = unsettled.prefix(3).joined(separator: ", ")
            let more = unsettled.count > 3 ? " and \(unsettled.count - 3) more" : ""
            reasons.append(
                "some patterns take too long to be compared; of these rules it is not known: \(named)\(more)")
        }
        if isExhausted, unsettled.isEmpty {
            reasons.append("there are too many apps with rules to compare; some were not")
        }
        return reasons
    }

    /// The components that ask for nothing, reported where that is not for a part that could not be read.
    private mutating func emptyComponents(_ links: AppleLinks) -> Set<JSONPath> {
        var empty: Set<JSONPath> = []
        let unread = Set(document.findings.filter { $0.code == .wrongType }.map(\.pointer))
        for entry in links.entries {
            let defaults = entry.defaults?.fillingGaps(from: links.defaults) ?? links.defaults
            for rule in entry.components ?? [] {
                let whole = rule.fillingGaps(from: defaults)
                guard whole.pathPattern == nil, whole.query == nil, whole.fragment == nil else { continue }
                empty.insert(rule.path)
                // What was meant to be asked for has a finding of its own.
                guard !["~1", "?", "#"].contains(where: { unread.contains("\(rule.path.pointer)/\($0)") }),
                    !rule.unknown.contains(where: { AppleDocumentReader.partNames[$0.value.name] != nil })
                else { continue }
                log.add(
                    .emptyComponent, at: rule.path, rule.position,
                    "the component asks for nothing, so it matches every URL",
                    advice: "name a path: \"/\": \"/some/path/*\"")
            }
        }
        return empty
    }

    // MARK: - What opens

    /// The rules that have one that excludes ahead of them, for each app that they are of.
    private func guardedRules(_ lists: [[Int]], _ rules: [AppleMatcherRule]) -> Set<Int> {
        var guarded: Set<Int> = []
        var bare: Set<Int> = []
        for list in lists {
            let end = list.firstIndex { rules[$0].place.value == .browser } ?? list.endIndex
            bare.formUnion(list[..<end])
            guarded.formUnion(list[end...])
        }
        return guarded.subtracting(bare)
    }

    /// Reports apps all of whose rules exclude.
    private mutating func checkOpening(_ lists: [[Int]], _ rules: [AppleMatcherRule]) {
        var places: Set<Int> = []
        for list in lists where list.allSatisfy({ rules[$0].place.value == .browser }) {
            if let first = list.first { places.insert(first) }
        }
        for place in places.sorted() {
            log.add(
                .opensNothing, at: rules[place].place, "every rule of the app excludes, so no URL opens it",
                advice: rules[place].place.path.steps.contains(.name("paths"))
                    ? "end with \"*\" to open all other URLs" : "end with {\"/\": \"*\"} to open all other URLs")
        }
    }

    // MARK: - Reach

    /// Reports rules that earlier ones cover, and rules that can be left out.
    private mutating func checkReach(
        _ reach: RuleReach, _ rules: [AppleMatcherRule], _ matcher: AppleMatcher, _ search: inout PatternSearch
    ) {
        let idle = reach.redundant.union(reach.covers.keys)
        let needed = neededPaths(among: idle.map { rules[$0] }, matcher, &search)
        for rule in idle.sorted() where !needed.contains(rules[rule].place.path) {
            guard let cover = reach.covers[rule] else {
                log.add(
                    .redundantRule, at: rules[rule].place,
                    rules[rule].place.value == .open
                        ? "a later rule opens all that this one does" : "no later rule opens what this one excludes",
                    advice: "leave it out; every decision stays the same")
                continue
            }
            log.add(
                .unreachableRule, at: rules[rule].place,
                "the rule is never reached: \(rules[cover.rule].place.path.pointer) decides all that it matches,"
                    + " \(cover.example) for one",
                advice: rules[rule].place.value == rules[cover.rule].place.value
                    ? "leave it out" : "put it ahead of that rule, or leave it out")
        }
    }

    /// The places of those of the rules that are of `paths` and that iOS 12 and earlier reach: they do not read what
    /// stands ahead of them for later systems.
    private func neededPaths(
        among rules: [AppleMatcherRule], _ matcher: AppleMatcher, _ search: inout PatternSearch
    ) -> Set<JSONPath> {
        let legacy = matcher.rules(for: .legacy)
        let asked = Set(rules.map(\.place.path))
        guard legacy.contains(where: { asked.contains($0.place.path) }) else { return [] }
        let reach = RuleReach(
            Array(Set(matcher.ruleLists(for: .legacy))), of: legacy, legacy.map(RuleRegion.init), &search)
        let idle = reach.redundant.union(reach.covers.keys)
        return Set(legacy.indices.filter { !idle.contains($0) }.map { legacy[$0].place.path })
    }

    // MARK: - Apps that share URLs

    private mutating func checkSharedURLs(
        _ links: AppleLinks, _ matcher: AppleMatcher, _ search: inout PatternSearch
    ) {
        var count = 0
        let claims = links.entries.map { entry in
            (apps: entry.appIDs(for: .current), rules: matcher.openingRules(under: entry.path).map(RuleRegion.init))
        }
        for (place, claim) in claims.enumerated() where count < Self.mostSharedURLs {
            if Set(claim.apps.map(\.value)).count > 1, !claim.rules.isEmpty, let app = claim.apps.first {
                count += 1
                log.add(
                    .appsShareURL, at: app, "the apps of this entry claim the same URLs",
                    advice: "none if people have one of them; otherwise which one opens is the system's choice")
            }
            for earlier in claims[..<place] where count < Self.mostSharedURLs {
                guard let (app, other, url) = shared(earlier, claim, matcher, &search) else { continue }
                count += 1
                log.add(
                    .appsShareURL, at: app,
                    "\(app.value) and \(other.value) both claim \(url); the order of \"details\" decides, the earlier entry first",
                    advice: "none if that is meant; otherwise exclude the URL in one of the entries")
            }
        }
    }

    private typealias Claim = (apps: [Located<String>], rules: [RuleRegion])

    private func shared(
        _ earlier: Claim, _ later: Claim, _ matcher: AppleMatcher, _ search: inout PatternSearch
    ) -> (Located<String>, Located<String>, String)? {
        guard let app = later.apps.first(where: { app in !earlier.apps.contains { $0.value == app.value } }),
            let other = earlier.apps.first(where: { $0.value != app.value })
        else { return nil }
        for left in earlier.rules {
            for right in later.rules where left.overlaps(right, &search) {
                guard !search.isExhausted else { return nil }
                // Excludes ahead of the rules may keep the example; then another pair may have one.
                guard let text = left.example(with: right, &search), let url = try? LinkURL("https://host\(text)"),
                    matcher.decision(url, app: app.value).outcome == .open,
                    matcher.decision(url, app: other.value).outcome == .open
                else { continue }
                return (app, other, text)
            }
        }
        return nil
    }
}
