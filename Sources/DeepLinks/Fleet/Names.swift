/// The name of a tenant: 1 to 63 of `a`–`z`, `0`–`9` and `-`, a letter first, no `-` last.
package struct TenantName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The text.
    package let text: String

    /// Reads a name; `nil` when it is none.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (1...63).contains(bytes.count), let first = bytes.first, isLowerLetter(first), bytes.last != 0x2D,
            bytes.allSatisfy({ isLowerLetter($0) || isDigit($0) || $0 == 0x2D })
        else { return nil }
        self.text = text
    }

    /// The text.
    package var description: String { text }

    /// Orders by bytes.
    package static func < (left: TenantName, right: TenantName) -> Bool { left.text < right.text }
}

/// The name of an app within its tenant: 1 to 155 letters, digits, `.`, `_` and `-`, not `all` and not `none`.
package struct AppName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The text.
    package let text: String

    /// Reads a name; `nil` when it is none.
    package init?(_ text: String) {
        guard (1...155).contains(text.utf8.count), text != "all", text != "none",
            text.utf8.allSatisfy({ isLetter($0) || isDigit($0) || $0 == 0x2E || $0 == 0x5F || $0 == 0x2D })
        else { return nil }
        self.text = text
    }

    /// The text.
    package var description: String { text }

    /// Orders by bytes.
    package static func < (left: AppName, right: AppName) -> Bool { left.text < right.text }
}

/// The name of a route within its tenant: dotted lower camel case, `profile.settings`, at most 100 bytes.
package struct RouteName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The text.
    package let text: String

    /// Reads a name; `nil` when it is none.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard text.utf8.count <= 100,
            parts.allSatisfy({ part in
                guard let first = part.first else { return false }
                return isLowerLetter(first) && part.allSatisfy { isLetter($0) || isDigit($0) }
            })
        else { return nil }
        self.text = text
    }

    /// The text.
    package var description: String { text }

    /// Orders by bytes.
    package static func < (left: RouteName, right: RouteName) -> Bool { left.text < right.text }
}

func isLowerLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
