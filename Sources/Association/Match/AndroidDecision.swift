package import JSONText

/// What a file decides for an Android app and a URL.
package struct AndroidDecision: Sendable {
    /// Why it came out so.
    package enum Reason: Hashable, Sendable {
        /// The statement vouches for the app, and its manifest alone says which paths open it.
        case manifest
        /// As before, because the dynamic rules are malformed and discarded.
        case discardedRules
        /// A dynamic rule matched.
        case rule
        /// There are dynamic rules, and none matched.
        case noRule
        /// No statement lets the package open links.
        case noStatement
        /// Statements let the package open links, but not with this key.
        case otherFingerprint
        /// The URL has a port; verified links have none.
        case port
    }

    /// Where it opens on Android 15 and later.
    package let outcome: LinkOutcome
    /// Why.
    package let reason: Reason
    /// The statement, or the dynamic rule, that decided; `nil` where none did.
    package let rule: Located<LinkOutcome>?
    /// Where it opens before Android 15, which obeys the manifest alone.
    package let earlierSystems: LinkOutcome
    /// The dynamic rules that were asked before, in order, each with the first part that failed.
    package let earlier: [AndroidRuleTrace]
}

/// A dynamic rule that stood ahead of the decision.
package struct AndroidRuleTrace: Sendable {
    /// Why a rule did not match.
    package enum Mismatch: Hashable, Sendable {
        /// The pattern of the path, which is decoded.
        case path(pattern: String, text: String)
        /// The pattern of a query item; `values` are those of the URL, none where it is absent.
        case item(name: String, pattern: String, values: [String])
        /// The pattern of the fragment; `nil` where the URL has none.
        case fragment(pattern: String, text: String?)
    }

    /// The rule.
    package let path: JSONPath
    /// Where it begins.
    package let position: JSONPosition
    /// The first of its parts that failed.
    package let mismatch: Mismatch
}
