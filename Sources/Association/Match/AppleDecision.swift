package import JSONText

/// Where a URL opens, as far as an association file decides it.
///
/// The app must also be installed and entitled, and the person must not have chosen the browser.
package enum LinkOutcome: String, Sendable, CaseIterable {
    /// In the app.
    case open
    /// In the browser.
    case browser
}

/// What a file decides for an app and a URL on systems of one generation.
package struct AppleDecision: Sendable {
    /// Why it came out so.
    package enum Reason: Hashable, Sendable {
        /// A rule matched.
        case rule
        /// No rule of the app matched.
        case noRule
        /// No entry speaks for the app.
        case noEntry
        /// Systems of iOS 12 and earlier need an `apps` that is empty, and read no file without it.
        case noEmptyApps
        /// The URL belongs to another host than the file.
        case otherHost
        /// The URL has a port; a domain of an app has none.
        case port
    }

    /// Where it opens.
    package let outcome: LinkOutcome
    /// Why.
    package let reason: Reason
    /// The rule that decided; `nil` where none did.
    package let rule: Located<LinkOutcome>?

    init(_ outcome: LinkOutcome, _ reason: Reason, rule: Located<LinkOutcome>? = nil) {
        self.outcome = outcome
        self.reason = reason
        self.rule = rule
    }
}

/// Why a rule did not match.
package enum AppleMismatch: Hashable, Sendable {
    /// The pattern of the path.
    case path(pattern: String, text: String)
    /// The pattern of the whole query.
    case query(pattern: String, text: String)
    /// The pattern of a query item; `values` are those of the URL, none where it is absent.
    case item(name: String, pattern: String, values: [String])
    /// The pattern of the fragment.
    case fragment(pattern: String, text: String)
}

/// A rule that stood ahead of the decision.
package struct AppleRuleTrace: Sendable {
    /// The rule.
    package let path: JSONPath
    /// Where it begins.
    package let position: JSONPosition
    /// The first of its parts that failed.
    package let mismatch: AppleMismatch
}

/// What a file decides, and how it came to that.
package struct AppleExplanation: Sendable {
    /// What systems of today decide.
    package let decision: AppleDecision
    /// The rules of the app that were asked before, in order.
    package let earlier: [AppleRuleTrace]
    /// What iOS 12 and earlier decide, where that differs and the app has `paths`.
    package let legacy: AppleDecision?
}
