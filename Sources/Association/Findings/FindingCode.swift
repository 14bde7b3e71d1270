/// What a finding is about: a name that stays the same between versions, and how much it matters.
package enum FindingCode: String, Sendable, CaseIterable {
    /// The file is longer than the platform reads.
    case tooLarge = "too-large"
    /// The text is not JSON (cases 8 and 33).
    case invalidJSON = "invalid-json"
    /// The file is signed, as in the iOS 8 era.
    case signedFile = "signed-file"
    /// An AASA file is no object.
    case notAnObject = "not-an-object"
    /// A list of statements is no array (case 34).
    case notAnArray = "not-an-array"
    /// A value is of another type than is read.
    case wrongType = "wrong-type"
    /// Nobody reads the key.
    case unknownKey = "unknown-key"
    /// Nobody reads the key, and it is nearly one that is read.
    case misspeltKey = "misspelt-key"
    /// The key is read elsewhere.
    case misplacedKey = "misplaced-key"
    /// The file has nothing that systems read.
    case servicesMissing = "services-missing"
    /// There is no `applinks` (case 9).
    case applinksMissing = "applinks-missing"
    /// There is nearly an `applinks`, and so none (case 9).
    case applinksMisspelt = "applinks-misspelt"
    /// There are `paths`, and no `apps` for the systems that read them (case 10).
    case appsMissing = "apps-missing"
    /// The `apps` of `applinks` are filled (case 10).
    case appsFilled = "apps-filled"
    /// There is no `details`.
    case detailsMissing = "details-missing"
    /// The list `details` is empty.
    case detailsEmpty = "details-empty"
    /// The `details` are a dictionary (case 11).
    case detailsDictionary = "details-dictionary"
    /// A service has no `apps`.
    case serviceAppsMissing = "service-apps-missing"
    /// A service lists no app.
    case serviceAppsEmpty = "service-apps-empty"
    /// An entry names no app.
    case appIDMissing = "app-id-missing"
    /// The list `appIDs` is empty.
    case appIDsEmpty = "app-ids-empty"
    /// An entry has `appID` and `appIDs`; later systems ignore the first.
    case appIDBesideAppIDs = "app-id-beside-app-ids"
    /// An app ID has no form of one (case 13).
    case appIDForm = "app-id-form"
    /// The prefix of an app ID is not ten of `A`–`Z` and `0`–`9` (case 13).
    case appIDPrefix = "app-id-prefix"
    /// The prefix of an app ID is left out (case 13).
    case appIDPrefixMissing = "app-id-prefix-missing"
    /// An entry or a service names an app twice.
    case appIDRepeated = "app-id-repeated"
    /// An entry has no rules, and what it does is not known.
    case rulesMissing = "rules-missing"
    /// A list of rules is empty.
    case rulesEmpty = "rules-empty"
    /// An entry has `paths` and `components` (case 12).
    case pathsBesideComponents = "paths-beside-components"
    /// An entry has `paths` and no `appID`, without which the systems that need them read nothing.
    case pathsWithoutAppID = "paths-without-app-id"
    /// A comment is no string.
    case commentType = "comment-type"
    /// A component asks for nothing, so it matches everything.
    case emptyComponent = "empty-component"
    /// The pattern of a query item is no string, so the rule matches more than it reads.
    case queryValueType = "query-value-type"
    /// A rule opens every URL (case 25).
    case claimsEverything = "claims-everything"
    /// All rules of an app exclude.
    case opensNothing = "opens-nothing"
    /// An earlier rule covers this one.
    case unreachableRule = "unreachable-rule"
    /// Without the rule every decision is the same.
    case redundantRule = "redundant-rule"
    /// Two apps claim the same URL; the order decides.
    case appsShareURL = "apps-share-url"
    /// Some comparisons of rules were left out.
    case checkedInPart = "checked-in-part"
    /// A pattern has `//` inside, whose meaning is not known.
    case patternDoubleSlash = "pattern-double-slash"
    /// A pattern has a dot segment, which browsers resolve.
    case patternDotSegment = "pattern-dot-segment"
    /// A pattern has `;`, whose meaning in a path is not known.
    case patternSemicolon = "pattern-semicolon"
    /// A pattern of the path is written as in a router or in a regular expression, or has a host.
    case patternForeign = "pattern-foreign"
    /// A pattern of the path has a scheme and a host.
    case patternURL = "pattern-url"
    /// A pattern of a query item takes an absent item too.
    case queryItemOptional = "query-item-optional"
    /// A pattern of the path has `#`, which no path has.
    case patternFragment = "pattern-fragment"
    /// A pattern of the path looks as if it meant the query.
    case patternQuery = "pattern-query"
    /// A pattern has a character that is escaped in every URL (case 19).
    case patternNotEncoded = "pattern-not-encoded"
    /// A pattern has an escape, and meets decoded text (case 19).
    case patternEncoded = "pattern-encoded"
    /// A pattern has an escape in lower-case hex.
    case patternEscapeCase = "pattern-escape-case"
    /// A pattern has a `%` that begins no escape.
    case patternEscapeForm = "pattern-escape-form"
    /// A pattern of Android's begins otherwise than every path.
    case patternSlashMissing = "pattern-slash-missing"
    /// The name or the value of a query item has what ends one.
    case queryItemForm = "query-item-form"
    /// A component begins with `NOT`, which is of `paths` only.
    case patternNotKeyword = "pattern-not-keyword"
    /// A path begins with something like `NOT `.
    case patternNotForm = "pattern-not-form"
    /// A pattern begins with `*/`, and its first slash is the second of the path.
    case patternLeadingStar = "pattern-leading-star"
    /// A pattern has too many alternatives to be followed.
    case patternTooComplex = "pattern-too-complex"
    /// A pattern refers to a variable that is not there.
    case variableUnknown = "variable-unknown"
    /// A reference to a variable has no end.
    case variableUnterminated = "variable-unterminated"
    /// A variable has a name that no pattern can refer to.
    case variableName = "variable-name"
    /// A variable has the name of a predefined one.
    case variableShadowsPredefined = "variable-shadows-predefined"
    /// A variable has no values.
    case variableEmpty = "variable-empty"
    /// A value refers to a variable.
    case variableNested = "variable-nested"
    /// No pattern refers to the variable.
    case variableUnused = "variable-unused"
    /// A path refers to a variable; only components can.
    case variableInPaths = "variable-in-paths"
    /// A dynamic rule of Android's refers to a variable; only Apple has any.
    case variableOnAndroid = "variable-on-android"
    /// A pattern or a list has to do with `UK`, which is no region code.
    case regionUK = "region-uk"
    /// There are no statements.
    case statementsEmpty = "statements-empty"
    /// A statement has no relation.
    case relationMissing = "relation-missing"
    /// A statement's list of relations is empty.
    case relationEmpty = "relation-empty"
    /// A relation has no form of one.
    case relationForm = "relation-form"
    /// A relation is nearly one that Android knows.
    case relationUnknown = "relation-unknown"
    /// A statement of an app is not about links.
    case opensNoLinks = "opens-no-links"
    /// A statement has no target.
    case targetMissing = "target-missing"
    /// A target has no namespace.
    case namespaceMissing = "namespace-missing"
    /// A target has another namespace than `android_app` and `web`.
    case namespaceUnknown = "namespace-unknown"
    /// A target has no package name.
    case packageMissing = "package-missing"
    /// A package name has no form of one.
    case packageForm = "package-form"
    /// A target has no fingerprints (case 34).
    case fingerprintsMissing = "fingerprints-missing"
    /// A target's list of fingerprints is empty.
    case fingerprintsEmpty = "fingerprints-empty"
    /// A fingerprint is not 32 octets in upper-case hex.
    case fingerprintForm = "fingerprint-form"
    /// A fingerprint is in lower-case hex.
    case fingerprintLowerCase = "fingerprint-lower-case"
    /// A fingerprint has 20 octets, those of SHA-1.
    case fingerprintSHA1 = "fingerprint-sha1"
    /// A fingerprint is a sample (case 40).
    case fingerprintSample = "fingerprint-sample"
    /// A fingerprint is that of a key that everybody has.
    case fingerprintDebug = "fingerprint-debug"
    /// A fingerprint comes twice for a package.
    case fingerprintRepeated = "fingerprint-repeated"
    /// A web target has no site.
    case siteMissing = "site-missing"
    /// A site is not scheme, host and port.
    case siteForm = "site-form"
    /// A statement includes a file and says something itself.
    case includeFields = "include-fields"
    /// What is included is no URL.
    case includeForm = "include-form"
    /// What is included is not fetched over TLS.
    case includeInsecure = "include-insecure"
    /// A statement includes a file, which Android follows one level deep.
    case includeDepth = "include-depth"
    /// A dynamic rule is malformed, which discards all of them.
    case dynamicMalformed = "dynamic-malformed"
    /// A list of dynamic rules is empty.
    case dynamicEmpty = "dynamic-empty"
    /// No dynamic rule opens a URL.
    case dynamicOpensNothing = "dynamic-opens-nothing"
    /// An app has dynamic rules twice.
    case dynamicRepeated = "dynamic-repeated"
    /// Dynamic rules stand under a relation that the statement does not have.
    case dynamicRelation = "dynamic-relation"

    /// How much it matters.
    package var severity: Severity {
        if Self.warnings.contains(self) { return .warning }
        return Self.notes.contains(self) ? .note : .error
    }

    private static let warnings: Set<FindingCode> = [
        .signedFile, .misspeltKey, .misplacedKey, .applinksMissing, .detailsDictionary, .serviceAppsMissing,
        .serviceAppsEmpty, .appIDBesideAppIDs, .appIDPrefix, .rulesMissing, .rulesEmpty, .pathsBesideComponents,
        .emptyComponent, .queryValueType, .claimsEverything, .opensNothing, .patternForeign, .unreachableRule,
        .patternDoubleSlash,
        .patternDotSegment, .patternSemicolon, .patternQuery, .patternEscapeCase, .patternNotForm,
        .patternTooComplex, .patternEscapeForm, .variableUnknown, .variableUnterminated, .variableOnAndroid,
        .variableShadowsPredefined, .variableEmpty, .variableNested, .variableInPaths,
        .relationUnknown, .fingerprintLowerCase, .dynamicRepeated, .dynamicRelation,
    ]

    private static let notes: Set<FindingCode> = [
        .unknownKey, .appsMissing, .pathsWithoutAppID, .commentType, .detailsEmpty, .appIDRepeated, .redundantRule,
        .appsShareURL, .checkedInPart,
        .patternLeadingStar, .queryItemOptional, .variableUnused, .regionUK, .statementsEmpty, .opensNoLinks,
        .fingerprintRepeated,
        .includeDepth,
    ]
}
