package import DeepLinks
import JSONText

/// Predicts what Apple's systems decide by a file.
///
/// Entries in order, the rules of those that name the app in order; the first rule that matches decides, an excluding
/// one for the browser; none is the browser.
package struct AppleMatcher: Sendable {
    fileprivate struct Generation: Sendable {
        var rules: [AppleMatcherRule] = []
        var filters = RuleFilters()
        /// The numbers of the rules that hold for an app, in order.
        var rulesOfApp: [String: [Int]] = [:]
        var forms: [MatchableURL.FormKey] = []
        var hasItems = false
        var isRead = true
    }

    private let host: String?
    private let reading: AppleReading
    private let current: Generation
    private let legacy: Generation
    private let appsWithPaths: Set<String>

    /// Makes a matcher.
    ///
    /// - Parameters:
    ///   - document: The file.
    ///   - host: The host that serves it; a URL of another host opens nothing. By default the host is of no account.
    ///   - slashes: What slashes in a row are. By default as many as are written.
    package init(_ document: AppleDocument, host: String? = nil, slashes: InnerSlashes = .kept) {
        self.init(document, host: host, reading: AppleReading(slashes: slashes))
    }

    init(_ document: AppleDocument, host: String?, reading: AppleReading) {
        self.host = host.map(Self.folded)
        self.reading = reading
        var current = Generation()
        var legacy = Generation()
        var appsWithPaths: Set<String> = []
        let links = document.applinks
        let variables = PatternVariables(links?.variables ?? [], doubtful: reading.doubtfulReferences)
        for entry in links?.entries ?? [] {
            let defaults = entry.defaults?.fillingGaps(from: links?.defaults) ?? links?.defaults
            let paths = entry.paths?.map { AppleMatcherRule($0, reading: reading) } ?? entry.bareRules(reading)
            let rules =
                entry.components?.map { rule in
                    AppleMatcherRule(rule.fillingGaps(from: defaults), variables: variables, reading: reading)
                } ?? paths
            let more = reading.readsPathsToo && entry.components != nil ? paths : []
            current.add(rules + more, for: entry.appIDs(for: .current))
            legacy.add(paths, for: entry.appIDs(for: .legacy))
            if entry.paths != nil {
                // Also those that only later systems find there.
                for generation in AppleGeneration.allCases {
                    appsWithPaths.formUnion(entry.appIDs(for: generation).map(\.value))
                }
            }
        }
        legacy.isRead = links?.apps?.isEmpty ?? false
        self.current = current
        self.legacy = legacy
        self.appsWithPaths = appsWithPaths
    }

    /// The apps that entries name, in no order.
    package var apps: some Collection<String> { current.rulesOfApp.keys }

    /// The places of the rules with a pattern of too many alternatives: they are taken to match nothing.
    package var unfollowedRules: [Located<LinkOutcome>] { current.rules.filter(\.isTooComplex).map(\.place) }

    /// The rules that systems read, in the order of the file.
    func rules(for generation: AppleGeneration) -> [AppleMatcherRule] { self[generation].rules }

    /// The numbers of the rules that hold for each app, in order.
    func ruleLists(for generation: AppleGeneration) -> some Collection<[Int]> { self[generation].rulesOfApp.values }

    private subscript(generation: AppleGeneration) -> Generation {
        switch generation {
        case .current: current
        case .legacy: legacy
        }
    }

    /// The rules that hold for an app, in order; none for an app that no entry names.
    func rules(of app: String) -> [AppleMatcherRule] { (current.rulesOfApp[app] ?? []).map { current.rules[$0] } }

    /// The rules that open an app and stand below a value of the file.
    func openingRules(under path: JSONPath) -> [AppleMatcherRule] {
        current.rules.filter { $0.place.value == .open && $0.place.path.steps.starts(with: path.steps) }
    }

    /// What systems of today decide.
    ///
    /// - Complexity: O(length of the URL times number of rules), for any patterns.
    package func decision(_ url: LinkURL, app: String) -> AppleDecision {
        decision(url, app: app, in: current) { _, _ in }
    }

    /// What systems of iOS 9 to 12 decide, which read only `appID` and `paths`.
    package func legacyDecision(_ url: LinkURL, app: String) -> AppleDecision {
        guard legacy.isRead else { return AppleDecision(.browser, .noEmptyApps) }
        return decision(url, app: app, in: legacy) { _, _ in }
    }

    /// What systems decide, and how they come to that.
    package func explanation(_ url: LinkURL, app: String) -> AppleExplanation {
        var earlier: [AppleRuleTrace] = []
        let decision = decision(url, app: app, in: current) { number, part in
            let rule = current.rules[number]
            earlier.append(
                AppleRuleTrace(
                    path: rule.place.path, position: rule.place.position,
                    mismatch: AppleMismatch(rule, part, url)))
        }
        let legacy = appsWithPaths.contains(app) ? legacyDecision(url, app: app) : decision
        return AppleExplanation(
            decision: decision, earlier: earlier, legacy: legacy.outcome == decision.outcome ? nil : legacy)
    }

    private func decision(
        _ url: LinkURL, app: String, in generation: borrowing Generation,
        failed: (Int, AppleMatcherRule.Part) -> Void
    ) -> AppleDecision {
        if let host, Self.folded(url.hostText) != host { return AppleDecision(.browser, .otherHost) }
        if let port = url.port, port != (url.scheme == .https ? 443 : 80) { return AppleDecision(.browser, .port) }
        guard let numbers = generation.rulesOfApp[app] else { return AppleDecision(.browser, .noEntry) }
        let matchable = MatchableURL(url, forms: generation.forms, reading: reading, hasItems: generation.hasItems)
        var index = -1
        var texts = MatchableURL.Form()
        for number in numbers {
            if generation.filters.formIndex(number) != index {
                index = generation.filters.formIndex(number)
                texts = matchable.form(index)
            }
            guard generation.filters.mayMatch(number, texts.path.span) else {
                failed(number, .path)
                continue
            }
            guard let part = generation.rules[number].failure(texts) else {
                let place = generation.rules[number].place
                return AppleDecision(place.value, .rule, rule: place)
            }
            failed(number, part)
        }
        return AppleDecision(.browser, .noRule)
    }

    private static func folded(_ host: String) -> String {
        let host = host.lowercased()
        return host.hasSuffix(".") ? String(host.dropLast()) : host
    }
}

extension AppleMatcher.Generation {
    fileprivate mutating func add(_ new: [AppleMatcherRule], for apps: [Located<String>]) {
        guard !apps.isEmpty else { return }
        let numbers = rules.count..<rules.count + new.count
        rules += new
        for rule in new { filters.append(rule) }
        for rule in new where !forms.contains(rule.form) { forms.append(rule.form) }
        hasItems = hasItems || new.contains(where: \.hasItems)
        // An app that an entry names twice has its rules once.
        for app in Set(apps.map(\.value)) { rulesOfApp[app, default: []] += numbers }
    }
}

extension AppleEntry {
    /// What stands in for the rules of an entry that has none.
    fileprivate func bareRules(_ reading: AppleReading) -> [AppleMatcherRule] {
        guard reading.opensWithoutRules else { return [] }
        let rule = AppleRule(path: path, position: position)
        return [AppleMatcherRule(rule, variables: PatternVariables(), reading: reading)]
    }
}

extension AppleMismatch {
    fileprivate init(_ rule: AppleMatcherRule, _ part: AppleMatcherRule.Part, _ url: LinkURL) {
        let text = { (bytes: ArraySlice<UInt8>?) in String(decoding: bytes ?? [], as: UTF8.self) }
        switch (part, rule.query) {
        case (.path, _): self = .path(pattern: rule.pathSource, text: text(url.path))
        case (.item(let index), .items(let items)?):
            let item = items[index].source
            let pairs = (url.query ?? []).split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
            let values = pairs.compactMap { pair -> String? in
                let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
                guard pair[..<equals].elementsEqual(item.name.utf8) else { return nil }
                return text(pair[equals...].dropFirst())
            }
            self = .item(name: item.name, pattern: item.pattern.value, values: values)
        case (.query, .text(_, let source)?): self = .query(pattern: source, text: text(url.query))
        default: self = .fragment(pattern: rule.fragmentSource, text: text(url.fragment))
        }
    }
}
