import CPostgres

/// Where the database is and who we are there, in the form of PostgreSQL 15, 34.1.1: a URL or keywords and values.
///
/// `description` shows no password, and no error quotes the text: a misplaced `@` makes libpq take a part of the
/// password for a host name.
package struct ConnectionString: Hashable, Sendable, CustomStringConvertible {
    struct Entry: Hashable, Sendable {
        var keyword: String
        var value: String
    }

    private(set) var entries: [Entry]

    /// Reads a connection string.
    ///
    /// - Parameter text: `postgresql://user@host:5432,other/database?target_session_attrs=read-write` or
    ///   `host=/run/postgresql dbname=postern`; an empty text leaves everything to libpq's environment variables.
    /// - Throws: ``PostgresError`` with `invalidConnectionString`; the message does not quote the text.
    package init(_ text: String) throws(PostgresError) {
        guard !text.utf8.contains(0) else { throw Self.refused("it contains a NUL byte") }
        guard let options = unsafe PQconninfoParse(text, nil) else {
            throw Self.refused("it is neither a postgresql:// URL nor a list of keyword=value")
        }
        defer { unsafe PQconninfoFree(options) }
        var entries: [Entry] = []
        var option = unsafe options
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val {
                unsafe entries.append(Entry(keyword: String(cString: keyword), value: String(cString: value)))
            }
            unsafe option += 1
        }
        self.entries = entries
        try refuseSlips(isURL: text.hasPrefix("postgresql://") || text.hasPrefix("postgres://"))
    }

    /// The value of a keyword, `nil` where the string does not give it.
    func value(_ keyword: String) -> String? {
        entries.first { $0.keyword == keyword }?.value
    }

    mutating func set(_ keyword: String, _ value: String) {
        entries.removeAll { $0.keyword == keyword }
        entries.append(Entry(keyword: keyword, value: value))
    }

    mutating func setDefault(_ keyword: String, _ value: String) {
        if self.value(keyword) == nil { set(keyword, value) }
    }

    /// The keywords and values without secrets: `host=db.example dbname=postern password=…`.
    package var description: String {
        entries.map { entry in
            let isSecret = ["password", "sslpassword", "options"].contains(entry.keyword)
            return "\(entry.keyword)=\(isSecret ? "…" : entry.value)"
        }.joined(separator: " ")
    }

    /// Whether the text itself holds a password: on a command line every process list would show it.
    package var holdsPassword: Bool {
        ["password", "sslpassword"].contains { value($0)?.isEmpty == false }
    }

    /// The text without the passwords, should it hold one.
    func redacting(_ text: String) -> String {
        var result = text
        for keyword in ["password", "sslpassword"] {
            if let secret = value(keyword), !secret.isEmpty { result = result.replacing(secret, with: "…") }
        }
        return result
    }

    private func refuseSlips(isURL: Bool) throws(PostgresError) {
        if value("host")?.utf8.contains(UInt8(ascii: "@")) == true {
            throw Self.refused("the host contains “@”; in a URL write “@” in a password as %40")
        }
        if let ports = value("port"), !ports.split(separator: ",").allSatisfy({ UInt16($0) != nil }) {
            throw Self.refused("the port is not a number from 1 to 65535; in a URL write “/” in a password as %2F")
        }
        if isURL, value("dbname")?.utf8.contains(UInt8(ascii: "@")) == true {
            throw Self.refused("the database's name contains “@”; in a URL write “/” in a password as %2F")
        }
    }

    private static func refused(_ reason: String) -> PostgresError {
        PostgresError(.invalidConnectionString, "the connection string cannot be used: \(reason)")
    }
}
