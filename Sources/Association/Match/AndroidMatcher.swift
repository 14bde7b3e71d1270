package import DeepLinks
import JSONText

/// Predicts what Android decides by the statements of a file.
///
/// A statement that lets the package open links, with the fingerprint of the key that the app is signed with, lets it
/// open all; with dynamic rules the first that matches decides, and none is the browser. What the app's manifest does
/// not ask for is not opened either way, and is not known here.
package struct AndroidMatcher: Sendable {
    private let statements: [AndroidStatement]

    /// Makes a matcher of the statements of a file, and of those that it includes where somebody fetched them.
    package init(_ statements: [AndroidStatement]) {
        self.statements = statements.filter { $0.has(.handleAllURLs) }
    }

    /// Makes a matcher of a file alone, without what it includes.
    package init(_ document: AndroidDocument) { self.init(document.statements) }

    /// What Android decides, and how it comes to that.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - package: The app.
    ///   - fingerprint: The SHA-256 fingerprint of its signing certificate.
    /// - Returns: The decision of systems of today.
    /// - Complexity: O(length of the URL times number of rules), for any patterns.
    package func decision(
        _ url: LinkURL, package: PackageName, fingerprint: CertificateFingerprint
    ) -> AndroidDecision {
        if let port = url.port, port != (url.scheme == .https ? 443 : 80) {
            return AndroidDecision(.browser, .port)
        }
        switch verdict(package: package.text, fingerprint: fingerprint.text) {
        case .refused(let reason): return AndroidDecision(.browser, reason)
        case .vouched(let statement, let reason):
            return AndroidDecision(
                .open, reason, rule: Located(.open, at: statement.path, statement.position), earlierSystems: .open)
        case .rules(let rules): return decision(AndroidURL(url), rules)
        }
    }

    /// What the statements say of an app, before any URL is looked at.
    enum Verdict {
        /// They let it open nothing.
        case refused(AndroidDecision.Reason)
        /// They let it open all.
        case vouched(AndroidStatement, AndroidDecision.Reason)
        /// They let it open what the rules say.
        case rules([AndroidDynamicRule])
    }

    /// What the statements say of an app.
    func verdict(package: String, fingerprint: String) -> Verdict {
        let ofPackage = statements.filter { $0.target.package == package }
        guard !ofPackage.isEmpty else { return .refused(.noStatement) }
        let ofKey = ofPackage.filter { $0.target.fingerprints.contains(fingerprint) }
        guard let first = ofKey.first else { return .refused(.otherFingerprint) }
        // Several statements with rules for one app are not defined; the first is taken.
        guard let dynamic = ofKey.compactMap(\.dynamicRules).first else { return .vouched(first, .manifest) }
        guard let rules = dynamic.rules else { return .vouched(first, .discardedRules) }
        return .rules(rules)
    }

    /// The lists of dynamic rules for an app, of which only the first counts here.
    func ruleLists(package: String, fingerprint: String) -> [AndroidDynamicRules] {
        statements.filter { $0.target.package == package && $0.target.fingerprints.contains(fingerprint) }
            .compactMap(\.dynamicRules)
    }

    /// What dynamic rules alone decide: the first that matches, or the browser.
    package static func decision(_ url: LinkURL, rules: [AndroidDynamicRule]) -> LinkOutcome {
        AndroidMatcher([]).decision(AndroidURL(url), rules).outcome
    }

    func decision(_ url: AndroidURL, _ rules: [AndroidDynamicRule]) -> AndroidDecision {
        var earlier: [AndroidRuleTrace] = []
        for rule in rules {
            if let mismatch = rule.mismatch(url) {
                earlier.append(AndroidRuleTrace(path: rule.path, position: rule.position, mismatch: mismatch))
                continue
            }
            let outcome: LinkOutcome = rule.isExcluding ? .browser : .open
            return AndroidDecision(
                outcome, .rule, rule: Located(outcome, at: rule.path, rule.position), earlierSystems: .open,
                earlier: earlier)
        }
        return AndroidDecision(.browser, .noRule, earlierSystems: .open, earlier: earlier)
    }
}

extension AndroidDecision {
    init(
        _ outcome: LinkOutcome, _ reason: Reason, rule: Located<LinkOutcome>? = nil,
        earlierSystems: LinkOutcome = .browser, earlier: [AndroidRuleTrace] = []
    ) {
        self.outcome = outcome
        self.reason = reason
        self.rule = rule
        self.earlierSystems = earlierSystems
        self.earlier = earlier
    }
}

extension AndroidStatement.Target {
    /// The package name of an app.
    var package: String? {
        if case .app(let package, _) = self { package.value } else { nil }
    }

    /// The fingerprints of an app.
    var fingerprints: [String] {
        if case .app(_, let fingerprints) = self { fingerprints.map(\.value) } else { [] }
    }
}

extension AndroidDynamicRule {
    /// The first part that fails; `nil` where the rule matches.
    ///
    /// An absent part matches nothing.
    fileprivate func mismatch(_ url: AndroidURL) -> AndroidRuleTrace.Mismatch? {
        if let pattern = pathPattern?.value, !DynamicPattern(pattern).matches(Array(url.path.utf16)[...]) {
            return .path(pattern: pattern, text: url.path)
        }
        return mismatchBehindPath(url)
    }

    /// The first part but the path that fails; `nil` where none does.
    func mismatchBehindPath(_ url: AndroidURL) -> AndroidRuleTrace.Mismatch? {
        for item in items {
            // One occurrence is enough.
            let pattern = DynamicPattern(item.pattern.value)
            let name = Array(item.name.utf16) + [UInt16(UInt8(ascii: "="))]
            let found = url.items.map { Array($0.utf16) }.filter { $0.starts(with: name) }
            if !found.contains(where: { pattern.matches($0[name.count...]) }) {
                return .item(
                    name: item.name, pattern: item.pattern.value,
                    values: found.map { String(decoding: $0[name.count...], as: UTF16.self) })
            }
        }
        if let pattern = fragment?.value {
            guard let text = url.fragment else { return .fragment(pattern: pattern, text: nil) }
            if !DynamicPattern(pattern).matches(Array(text.utf16)[...]) {
                return .fragment(pattern: pattern, text: text)
            }
        }
        return nil
    }
}
