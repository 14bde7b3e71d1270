/// An iOS app ID: ten of `A`–`Z` and `0`–`9`, a dot, a bundle ID.
///
/// Case counts.
///
/// The application identifier prefix may differ from the team ID; nothing derives one from the other.
package struct AppID: Hashable, Sendable, CustomStringConvertible {
    /// `ABCDE12345.com.example.app`.
    package let text: String

    /// The application identifier prefix.
    package var prefix: Substring { text.prefix(10) }

    /// The bundle ID.
    package var bundleID: Substring { text.dropFirst(11) }

    /// Reads an app ID; `nil` when it is none.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (12...166).contains(bytes.count), bytes[10] == 0x2E,
            bytes[..<10].allSatisfy({ (0x41...0x5A).contains($0) || isDigit($0) }),
            bytes[11...].split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy({ part in
                !part.isEmpty && part.allSatisfy { isLetter($0) || isDigit($0) || $0 == 0x2D }
            })
        else { return nil }
        self.text = text
    }

    /// The text.
    package var description: String { text }
}

/// The number of an app in the App Store: 1 to 18 digits, no leading zero.
package struct StoreID: Hashable, Sendable, CustomStringConvertible {
    /// The digits.
    package let text: String

    /// Reads a number; `nil` when it is none.
    package init?(_ text: String) {
        guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy(isDigit), !text.hasPrefix("0") else {
            return nil
        }
        self.text = text
    }

    /// The digits.
    package var description: String { text }
}

/// The package name of an Android app: two or more dotted parts, each a letter and then letters, digits and `_`.
package struct PackageName: Hashable, Sendable, CustomStringConvertible {
    /// The text.
    package let text: String

    /// Reads a package name; `nil` when it is none.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard text.utf8.count <= 255, parts.count >= 2,
            parts.allSatisfy({ part in
                guard let first = part.first else { return false }
                return isLetter(first) && part.allSatisfy { isLetter($0) || isDigit($0) || $0 == 0x5F }
            })
        else { return nil }
        self.text = text
    }

    /// The text.
    package var description: String { text }
}

/// The SHA-256 fingerprint of a signing certificate: 32 octets in upper-case hex, parted by colons.
package struct CertificateFingerprint: Hashable, Sendable, CustomStringConvertible {
    /// `14:6D:E9:…`.
    package let text: String

    /// Reads a fingerprint; lower-case hex is raised.
    ///
    /// `nil` when it is none.
    package init?(_ text: String) {
        let raised = text.uppercased()
        let octets = raised.utf8.split(separator: 0x3A, omittingEmptySubsequences: false)
        guard octets.count == 32,
            octets.allSatisfy({ $0.count == 2 && $0.allSatisfy { isDigit($0) || (0x41...0x46).contains($0) } })
        else { return nil }
        self.text = raised
    }

    /// The text.
    package var description: String { text }
}

/// A custom URL scheme of an app, lower case: `myapp`.
///
/// RFC 3986 section 3.1 for the form. Schemes that browsers give a meaning of their own are refused.
package struct URLScheme: Hashable, Sendable, CustomStringConvertible {
    /// The scheme without colon.
    package let text: String

    /// Reads a scheme; `nil` when it is none or when a browser has a meaning for it.
    package init?(_ text: String) {
        let lowered = text.lowercased()
        guard (1...64).contains(lowered.utf8.count), let first = lowered.utf8.first, isLowerLetter(first),
            lowered.utf8.allSatisfy({
                isLowerLetter($0) || isDigit($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
            }), !Self.taken.contains(lowered)
        else { return nil }
        self.text = lowered
    }

    /// The text.
    package var description: String { text }

    private static let taken: Set<String> = [
        "about", "android-app", "blob", "chrome", "content", "data", "facetime", "file", "filesystem", "ftp", "gopher",
        "http", "https", "intent", "itms-apps", "jar", "javascript", "mailto", "market", "sms", "tel", "vbscript",
        "view-source", "ws", "wss",
    ]
}
