/// A value that is made of text under one rule.
package protocol CheckedText {
    /// What text is allowed, in one line for people.
    static var rule: String { get }

    /// Reads the text; `nil` when the rule refuses it.
    init?(_ text: String)

    /// The text in its one stored form.
    var text: String { get }
}

extension TenantName: CheckedText {
    /// What a tenant's name may be.
    package static var rule: String {
        "a tenant's name is 1 to 63 of a-z, 0-9 and -, begins with a letter and does not end with -"
    }
}

extension AppName: CheckedText {
    /// What an app's name may be.
    package static var rule: String {
        "an app's name is 1 to 155 letters, digits, '.', '_' and '-', and neither all nor none"
    }
}

extension RouteName: CheckedText {
    /// What a route's name may be.
    package static var rule: String {
        "a route's name is dotted lower camel case, like profile.settings, of at most 100 bytes"
    }
}

extension AppID: CheckedText {
    /// What an iOS app ID may be.
    package static var rule: String {
        "an app ID is the application identifier prefix (ten of A-Z and 0-9), a dot and the bundle ID"
    }
}

extension StoreID: CheckedText {
    /// What an App Store number may be.
    package static var rule: String { "a store ID is the App Store number: 1 to 18 digits without leading zero" }
}

extension PackageName: CheckedText {
    /// What an Android package name may be.
    package static var rule: String {
        "a package name is two or more dotted parts, each a letter and then letters, digits and '_'"
    }
}

extension CertificateFingerprint: CheckedText {
    /// What a certificate fingerprint may be.
    package static var rule: String { "a fingerprint is SHA-256: 32 octets in hex, parted by colons" }
}

extension LanguageTag: CheckedText {
    /// What a language may be.
    package static var rule: String { "a language is a tag like de or pt-BR (RFC 5646), at most 35 bytes" }
}

extension URLScheme: CheckedText {
    /// What a custom scheme may be.
    package static var rule: String {
        "a scheme is a letter and then letters, digits, '+', '-' and '.', at most 64, without ://, and none that "
            + "browsers and systems give a meaning of their own"
    }
}
