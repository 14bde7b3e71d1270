package import DeepLinks
package import JSONText

/// An app as an association file names it.
package enum ComparedApp: Hashable, Sendable, CustomStringConvertible {
    /// An app ID of Apple's.
    case apple(String)
    /// A package, signed with the key of the fingerprint.
    case android(package: String, fingerprint: String)

    /// The app ID, or package and fingerprint.
    package var description: String {
        switch self {
        case .apple(let appID): appID
        case .android(let package, let fingerprint): "\(package) \(fingerprint)"
        }
    }
}

/// What a file decides for an app and a URL.
package struct LinkFate: Hashable, Sendable {
    /// Where the URL opens.
    package let outcome: LinkOutcome
    /// The rule or the statement that decided; `nil` where none did.
    package let rule: JSONPath?

    init(_ outcome: LinkOutcome, _ rule: JSONPath?) {
        self.outcome = outcome
        self.rule = rule
    }
}

/// A URL that two files decide differently: the shortest found for the two rules that decide.
package struct FateDifference: Sendable {
    /// The app.
    package let app: ComparedApp
    /// The URL.
    package let url: LinkURL
    /// By the old file.
    package let old: LinkFate
    /// By the new file.
    package let new: LinkFate
}

/// Something other than the fate of URLs that only one of two files grants.
package struct GrantDifference: Hashable, Sendable {
    /// Which file grants it.
    package enum Change: String, Sendable {
        /// The new one only.
        case added
        /// The old one only.
        case removed
    }

    /// Which file grants it.
    package let change: Change
    /// What is granted: a service like `webcredentials`, a relation, or `include`.
    package let grant: String
    /// To whom: an app ID, a package and a fingerprint, a site; the URL of an include.
    package let subject: String
    /// The place in the file that grants it.
    package let place: JSONPath
}
