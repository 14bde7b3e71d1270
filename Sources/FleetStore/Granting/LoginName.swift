import DeepLinks

/// The name of a role of the database that somebody logs in as.
///
/// Names with `pg_` before them are PostgreSQL's own, names with `postern_` the roles that logins are granted.
package struct LoginName: Hashable, Sendable, CheckedText, CustomStringConvertible {
    /// What text is allowed.
    package static let rule =
        "a role's name is 1 to 63 of a-z, 0-9, _ and -, begins with a letter, and not with pg_ or postern_"

    /// The text.
    package let text: String

    /// Reads a name; `nil` when it is none.
    package init?(_ text: String) {
        let bytes = text.utf8
        guard (1...63).contains(bytes.count), let first = bytes.first, (0x61...0x7A).contains(first),
            bytes.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F || $0 == 0x2D }),
            !text.hasPrefix("pg_"), !text.hasPrefix("postern_")
        else { return nil }
        self.text = text
    }

    /// The text.
    package var description: String { text }
}

/// What a login may do that is no tenant's.
package enum ServiceRole: String, CaseIterable, Sendable {
    /// Everything that commands do, but changes of the schema and grants.
    case `operator`
    /// Reads what it serves, and keeps its own place among the gateways.
    case gateway
    /// Reads the fleet, keeps what probers know, and makes names live that were proved.
    case prober

    /// The role of the database that holds its rights.
    var role: String { "postern_\(rawValue)" }
}
