package import DeepLinks

/// Finds out which answers about a file rest on what no source says of Android, by reading it in the other way.
///
/// What is taken for certain is what Google's documentation states and what the source of Android 15 does with decoded
/// parts; how `*` in the file becomes a pattern of that source is not published.
package struct AndroidDoubts: Sendable {
    private let matcher: AndroidMatcher
    private let lenient: AndroidMatcher

    /// Reads a file in every way that is open.
    package init(_ document: AndroidDocument) {
        matcher = AndroidMatcher(document)
        lenient = AndroidMatcher(document.statements + document.lowerCaseStatements)
    }

    /// What the answer for an app and a URL rests on; empty where it is certain.
    package func doubts(
        _ url: LinkURL, package: PackageName, fingerprint: CertificateFingerprint
    ) -> [MatchDoubt] {
        let decision = matcher.decision(url, package: package, fingerprint: fingerprint)
        switch decision.reason {
        case .port: return []
        case .noStatement, .otherFingerprint:
            let other = lenient.decision(url, package: package, fingerprint: fingerprint)
            return other.outcome == decision.outcome ? [] : [MatchDoubt(.lowerCaseFingerprint, at: other.rule?.path)]
        case .manifest, .discardedRules, .rule, .noRule: break
        }
        let lists = matcher.ruleLists(package: package.text, fingerprint: fingerprint.text)
        let url = AndroidURL(url)
        var doubts: [MatchDoubt] = []
        let other = lists.dropFirst().first { list in
            // A list that is discarded leaves all to the manifest.
            (list.rules.map { matcher.decision(url, $0).outcome } ?? .open) != decision.outcome
        }
        if let other { doubts.append(MatchDoubt(.severalRuleLists, at: other.path)) }
        guard let rules = lists.first?.rules else { return doubts }
        let readings: [(MatchDoubt.Kind, AndroidReading)] = [
            (.wildcard, AndroidReading(goesBack: true)), (.absentItem, AndroidReading(hasEmptyItems: true)),
        ]
        for (kind, reading) in readings {
            let decider = rules.first { $0.matches(url, reading) }
            guard (decider.map { !$0.isExcluding } ?? false) != (decision.outcome == .open) else { continue }
            doubts.append(MatchDoubt(kind, at: decider?.path ?? decision.rule?.path))
        }
        if decision.outcome == .browser, let member = rules.flatMap(\.unknown).first {
            doubts.append(MatchDoubt(.unknownKey, at: member.path))
        }
        return doubts
    }
}

/// How dynamic rules are read in what no source says.
private struct AndroidReading {
    /// Whether `*` takes as much as lets the rest of the pattern match.
    var goesBack = false
    /// Whether an absent item is an empty one.
    var hasEmptyItems = false

    func matches(_ pattern: String, _ text: String) -> Bool {
        guard goesBack else { return DynamicPattern(pattern).matches(Array(text.utf16)[...]) }
        let units = text.unicodeScalars.map(\.value)
        let pattern = PatternText(pattern, hasVariables: false)
        return TextPattern(pattern, variables: PatternVariables(), folds: false).matches(units.span)
    }
}

extension AndroidDynamicRule {
    /// Whether it matches by a reading.
    fileprivate func matches(_ url: AndroidURL, _ reading: AndroidReading) -> Bool {
        if let pathPattern, !reading.matches(pathPattern.value, url.path) { return false }
        for item in items {
            let values = url.items.filter { $0.hasPrefix("\(item.name)=") }.map { $0.dropFirst(item.name.count + 1) }
            let texts = values.isEmpty && reading.hasEmptyItems ? [""] : values.map(String.init)
            guard texts.contains(where: { reading.matches(item.pattern.value, $0) }) else { return false }
        }
        guard let fragment else { return true }
        return url.fragment.map { reading.matches(fragment.value, $0) } ?? false
    }
}
