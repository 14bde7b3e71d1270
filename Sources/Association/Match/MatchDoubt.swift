package import JSONText

/// What an answer rests on that no source says of the platform; read otherwise, the file or the URL gets another answer.
package struct MatchDoubt: Hashable, Sendable {
    /// What is not known; the texts stay the same between versions.
    package enum Kind: String, Sendable, CaseIterable {
        /// Whether Apple's systems take slashes in a row for one.
        case innerSlashes = "inner-slashes"
        /// Whether Apple's systems match a path with what follows `;`.
        case pathParameters = "path-parameters"
        /// What Apple's systems make of a URL with raw characters, dot segments or bad escapes.
        case unusualURL = "unusual-url"
        /// What Apple's systems make of a variable that is not there, or that has a predefined name.
        case variable
        /// Whether an entry without rules opens all URLs on Apple's systems, or none.
        case entryWithoutRules = "entry-without-rules"
        /// Whether Android's `*` stops where the character behind it first appears.
        case wildcard
        /// Whether an absent query item is an empty one to Android.
        case absentItem = "absent-item"
        /// Which of several lists of dynamic rules of an app counts.
        case severalRuleLists = "several-rule-lists"
        /// Whether a key that nobody reads makes dynamic rules malformed, which discards them.
        case unknownKey = "unknown-key"
        /// Whether Android takes a fingerprint in lower case.
        case lowerCaseFingerprint = "lower-case-fingerprint"
    }

    /// What is not known.
    package let kind: Kind
    /// The value of the file that it is about; `nil` where it is about the URL.
    package let path: JSONPath?

    init(_ kind: Kind, at path: JSONPath? = nil) {
        self.kind = kind
        self.path = path
    }

    /// What is not known, in a clause without a full stop.
    package var message: String {
        switch kind {
        case .innerSlashes: "whether slashes in a row count as one is not known"
        case .pathParameters: "whether what follows \";\" is matched is not known"
        case .unusualURL: "what systems make of raw characters, dot segments and bad escapes is not known"
        case .variable: "what systems make of a variable that is not there, or has a predefined name, is not known"
        case .entryWithoutRules: "whether an entry without rules opens all URLs or none is not known"
        case .wildcard: "that \"*\" stops where the character behind it first appears is not certain"
        case .absentItem: "that an absent query item matches nothing, as an empty one may, is not certain"
        case .severalRuleLists: "which of an app's lists of dynamic rules counts is not defined"
        case .unknownKey: "whether a key that nobody reads discards all dynamic rules is not known"
        case .lowerCaseFingerprint:
            "whether devices take a fingerprint in lower case is not known; Google's checks do not"
        }
    }
}
