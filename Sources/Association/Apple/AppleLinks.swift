package import JSONText

/// The `applinks` of a file.
package struct AppleLinks: Sendable {
    /// The way to it from the root.
    package let path: JSONPath
    /// Where its value begins.
    package let position: JSONPosition
    /// The `apps` of iOS 12 and earlier, which must be there and be empty for them; `nil` where it is absent.
    package let apps: [Located<String>]?
    /// Whether `details` is there.
    package let hasDetails: Bool
    /// Whether `details` is a dictionary keyed by app ID, the form of 2015.
    package let isDictionary: Bool
    /// The entries in the order in which systems look at them; those of a dictionary by app ID.
    package let entries: [AppleEntry]
    /// What components of all apps have where neither they nor their entry say.
    package let defaults: AppleRule?
    /// The variables that patterns may use beside the predefined ones.
    package let variables: [AppleVariable]
    /// Members that nobody reads.
    package let unknown: [UnknownMember]
}

/// An entry of `details`: apps and their rules.
package struct AppleEntry: Sendable {
    /// The way to it from the root.
    package let path: JSONPath
    /// Where it begins.
    package let position: JSONPosition
    /// The list `appIDs`; `nil` where it is absent, empty where it is of a wrong type.
    package let listedAppIDs: [Located<String>]?
    /// The `appID`, or the key of a dictionary.
    package let singleAppID: Located<String>?
    /// The rules of iOS 13 and later; `nil` where `components` is absent.
    package let components: [AppleRule]?
    /// The rules of iOS 12 and earlier, read by later ones where there are no components; `nil` where it is absent.
    package let paths: [AppleLegacyRule]?
    /// What components of this entry have where they do not say.
    package let defaults: AppleRule?
    /// Members that nobody reads.
    package let unknown: [UnknownMember]

    /// The apps that an entry speaks for on systems of a generation.
    ///
    /// With `appIDs`, even an empty one, later systems ignore `appID`; earlier ones know only `appID`.
    package func appIDs(for generation: AppleGeneration) -> [Located<String>] {
        switch generation {
        case .current: listedAppIDs ?? singleAppID.map { [$0] } ?? []
        case .legacy: singleAppID.map { [$0] } ?? []
        }
    }
}

/// A rule of `paths`: a pattern of the path, or one that keeps URLs in the browser.
package struct AppleLegacyRule: Sendable {
    /// The text as written.
    package let text: Located<String>

    /// Whether it begins with `NOT` and a space.
    package var isExcluding: Bool { text.value.hasPrefix(Self.not) }
    /// The pattern without the keyword.
    package var pattern: String { isExcluding ? String(text.value.dropFirst(Self.not.count)) : text.value }

    private static let not = "NOT "
}

/// A substitution variable of a file.
package struct AppleVariable: Sendable {
    /// The name, as it stands between `$(` and `)`.
    package let name: String
    /// Where the name begins.
    package let namePosition: JSONPosition
    /// The way to it from the root.
    package let path: JSONPath
    /// The alternatives, which may have wildcards.
    package let values: [Located<String>]
}

/// Systems that read a file alike.
package enum AppleGeneration: String, Sendable, CaseIterable {
    /// From iOS 13 and macOS 10.15: `appIDs` and `components`, and `paths` where there are none.
    ///
    /// Variables and `caseSensitive` came with iOS 13.5, `defaults` and `percentEncoded` with iOS 14.
    case current
    /// Systems of iOS 9 to 12: `appID` and `paths`, below an `apps` that is empty.
    case legacy
}
