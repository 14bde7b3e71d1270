import DeepLinks
import JSONText

extension AppleLint {
    private static let mostSharedURLs = 20

    /// Compares rules with each other.
    mutating func checkRules(_ links: AppleLinks) {
        let matcher = AppleMatcher(document)
        let rules = matcher.rules
        let regions = rules.map(RuleRegion.init)
        for (rule, region) in zip(rules, regions) where region.isEverything && rule.place.value == .open {
            log.add(
                .claimsEverything, at: rule.place, "the rule opens the app for every URL, pages for browsers included",
                advice: "name the paths that the app can show, or exclude the others ahead of it")
        }
        checkEmptyComponents(links)
        var search = PatternSearch()
        let lists = Array(Set(matcher.ruleLists))
        checkReach(lists, rules, regions, matcher, &search)
        checkSharedURLs(links, matcher, &search)
        if search.isExhausted || lists.contains(where: { $0.count > RuleIndex.mostPairedRules }) {
            log.add(
                .checkedInPart, at: links.path, links.position,
                search.isExhausted
                    ? "there are too many rules to compare; some were not"
                    : "there are more than \(RuleIndex.mostPairedRules) rules; only those with the same first segment were compared",
                advice: "none; other rules may be unreachable too")
        }
    }

    private mutating func checkEmptyComponents(_ links: AppleLinks) {
        for entry in links.entries {
            let defaults = entry.defaults?.fillingGaps(from: links.defaults) ?? links.defaults
            for rule in entry.components ?? [] {
                let whole = rule.fillingGaps(from: defaults)
                guard whole.pathPattern == nil, whole.query == nil, whole.fragment == nil else { continue }
                log.add(
                    .emptyComponent, at: rule.path, rule.position,
                    "the component asks for nothing, so it matches every URL",
                    advice: "name a path: \"/\": \"/some/path/*\"")
            }
        }
    }

    // MARK: - Reach

    private struct Cover {
        let rule: Int
        let example: String
    }

    /// Finds rules that earlier ones cover, and rules that can be left out; a rule of several apps counts if it does
    /// for all of them.
    private mutating func checkReach(
        _ lists: [[Int]], _ rules: [AppleMatcherRule], _ regions: [RuleRegion], _ matcher: AppleMatcher,
        _ search: inout PatternSearch
    ) {
        var covers: [Int: Cover?] = [:]
        for list in lists {
            let index = RuleIndex(list.map { regions[$0] })
            for (place, rule) in list.enumerated() where !search.isExhausted {
                let earlier = index.places(alike: regions[rule], in: 0..<place).map { list[$0] }
                let cover = cover(of: rule, by: earlier, regions, &search)
                if let known = covers[rule], known == nil { continue }
                covers[rule] = .some(cover)
            }
        }
        for (rule, cover) in covers.sorted(by: { $0.key < $1.key }) {
            guard let cover else { continue }
            log.add(
                .unreachableRule, at: rules[rule].place,
                "the rule is never reached: \(rules[cover.rule].place.path.pointer) decides all that it matches,"
                    + " \(cover.example) for one",
                advice: rules[rule].place.value == rules[cover.rule].place.value
                    ? "leave it out" : "put it ahead of that rule, or leave it out")
        }
        let unreachable = Set(covers.compactMap { $0.value == nil ? nil : $0.key })
        var isRedundant: [Int: Bool] = [:]
        for list in lists {
            let reached = list.filter { !unreachable.contains($0) }
            let index = RuleIndex(reached.map { regions[$0] })
            for (place, rule) in reached.enumerated() where !search.isExhausted && isRedundant[rule] ?? true {
                let later = index.places(alike: regions[rule], in: place + 1..<reached.count).map { reached[$0] }
                let verdict = self.isRedundant(rule, before: later, rules, regions, &search)
                isRedundant[rule] = verdict && !search.isExhausted
            }
        }
        for (rule, _) in isRedundant.filter(\.value).sorted(by: { $0.key < $1.key }) {
            log.add(
                .redundantRule, at: rules[rule].place,
                rules[rule].place.value == .open
                    ? "a later rule opens all that this one does" : "no later rule opens what this one excludes",
                advice: "leave it out; every decision stays the same")
        }
    }

    private func cover(
        of rule: Int, by earlier: [Int], _ regions: [RuleRegion], _ search: inout PatternSearch
    ) -> Cover? {
        let region = regions[rule]
        for other in earlier where regions[other].covers(region, &search) {
            // What matches nothing is covered by anything, and has a finding of its own.
            guard let example = region.example(&search) else { return nil }
            return Cover(rule: other, example: example)
        }
        return nil
    }

    private func isRedundant(
        _ rule: Int, before later: [Int], _ rules: [AppleMatcherRule], _ regions: [RuleRegion],
        _ search: inout PatternSearch
    ) -> Bool {
        if rules[rule].place.value == .browser {
            return !later.contains { other in
                rules[other].place.value == .open && regions[other].overlaps(regions[rule], &search)
            }
        }
        for other in later {
            if rules[other].place.value == .open {
                if regions[other].covers(regions[rule], &search) { return true }
            } else if regions[other].overlaps(regions[rule], &search) {
                return false
            }
        }
        return false
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
