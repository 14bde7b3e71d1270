package import DeepLinks

/// What a compiled file cannot say exactly, or says otherwise than people expect, with a URL that shows it.
package struct CompileFinding: Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing it is; stable between versions.
    package let code: CompileFindingCode
    /// The route that it is about; `nil` where it is about the domain.
    package let route: RouteName?
    /// A URL that shows it.
    package let url: String
    /// What happens with the URL, without a full stop.
    package let message: String

    /// Route, URL, message and code on one line.
    package var description: String {
        let place = route.map { "\($0): " } ?? ""
        return "\(place)\(url): \(message) [\(code.rawValue)]"
    }
}

/// The kinds of ``CompileFinding``.
package enum CompileFindingCode: String, Sendable, CaseIterable {
    /// Earlier routes take all URLs of the route.
    case unreachableRoute = "unreachable-route"
    /// The app opens for unknown and expired links too.
    case linksOpenApp = "links-open-app"
    /// The app opens outside of the route's life span too.
    case lifeSpanOpensApp = "life-span-opens-app"
    /// The `paths` of iOS 12 and earlier cannot say the route.
    case legacyPaths = "legacy-paths"
    /// Systems read the wildcard's file at its parent, which is none of the tenant's domains.
    case parentElsewhere = "parent-elsewhere"
    /// An exact name below the wildcard has another table.
    case exactSibling = "exact-sibling"
    /// The app may open at names deeper than one label below the wildcard's parent, where the gateway answers nothing.
    case deeperName = "deeper-name"
    /// An app cannot name a wildcard for its App Clips.
    case appClipWildcard = "app-clip-wildcard"
    /// An uploaded file names an app that is none of the tenant's (case 13).
    case uploadUnknownApp = "upload-unknown-app"
    /// An uploaded file does not name an app of the tenant.
    case uploadMissingApp = "upload-missing-app"
    /// Android does not know digits: any text opens, and none is excluded.
    case androidDigits = "android-digits"
    /// On Android a free text ends where the first character of what follows appears.
    case androidTail = "android-tail"
    /// On Android a slash behind a head stands for a free text.
    case androidHead = "android-head"
    /// Case counts on Android.
    case androidCase = "android-case"
    /// On Android one occurrence of a repeated item is enough.
    case androidRepeatedItem = "android-repeated-item"
    /// Android decodes a `%2F` in the path before it matches.
    case androidEscapedSlash = "android-escaped-slash"
    /// Android decodes a `%26` in the query before it splits it.
    case androidEscapedAmpersand = "android-escaped-ampersand"
    /// Android decodes a `;` in the query before it splits it, at `;` where there is no `&`.
    case androidSemicolon = "android-semicolon"
    /// Android decodes escapes before it matches: other spellings of a text open too.
    case androidEscape = "android-escape"
    /// On Android one slash at the end of a path is of no account, and a second one is.
    case androidEndSlashes = "android-end-slashes"
    /// Android takes a `*` or `?` in fixed text for any one character, and excludes by none.
    case androidWildcard = "android-wildcard"
    /// On Android an empty path is not `/`.
    case androidEmptyPath = "android-empty-path"
}
