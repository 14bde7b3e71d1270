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
        /// What Apple's systems make of a value of a wrong type.
        case wrongType = "wrong-type"
        /// How Apple's systems take a query apart that has `+`, an empty item or a name in another spelling.
        case queryItems = "query-items"
        /// Whether Apple's systems match `/a/*/` and `/a/**` without the last segment.
        case trailingStar = "trailing-star"
        /// Whether Apple's systems, where they decode a path, see a slash at its end that is escaped.
        case escapedSlash = "escaped-slash"
        /// Whether Apple's systems match a `*` that a pattern begins with against the path's first slash.
        case leadingStar = "leading-star"
        /// Whether Apple's systems read `paths` beside `components`.
        case pathsBesideComponents = "paths-beside-components"
        /// Whether `paths` bend slashes as `components` do.
        case pathsSlashes = "paths-slashes"
        /// Whether Apple's systems fold letters beyond ASCII.
        case letterCase = "letter-case"
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
        case .wrongType: "what systems make of a value of a wrong type is not known"
        case .queryItems: "how a query with \"+\", an empty item or a name in another spelling is read is not known"
        case .trailingStar: "whether \"/*/\" and \"/**\" at the end match without a last segment is not known"
        case .escapedSlash: "whether an escaped slash at the end of a path counts is not known"
        case .leadingStar: "whether \"*\" at the beginning is matched against the path's first slash is not known"
        case .pathsBesideComponents:
            "whether \"paths\" beside \"components\" count is not certain: Apple advises against it"
        case .pathsSlashes: "whether \"paths\" bend slashes as components do is not known"
        case .letterCase: "whether letters beyond ASCII are folded is not known"
        case .wildcard: "that \"*\" stops where the character behind it first appears is not certain"
        case .absentItem: "that an absent query item matches nothing, as an empty one may, is not certain"
        case .severalRuleLists: "which of an app's lists of dynamic rules counts is not defined"
        case .unknownKey: "whether a key that nobody reads discards all dynamic rules is not known"
        case .lowerCaseFingerprint:
            "whether devices take a fingerprint in lower case is not known; Google's checks do not"
        }
    }
}
