import Glibc

/// Directories of the tests' own under `/tmp`.
package enum TemporaryDirectory {
    /// Makes an empty directory that only this user may enter; the caller removes it.
    package static func make(_ name: String) throws -> String {
        var path = Array("/tmp/\(name).XXXXXX".utf8CString)
        guard unsafe mkdtemp(&path) != nil else { throw FixtureError("no directory can be made in /tmp") }
        return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// A part of the tests' surroundings could not be made; the text says why.
package struct FixtureError: Error, CustomStringConvertible {
    /// What failed, with the output of the program that failed.
    package let description: String

    /// Makes an error.
    package init(_ description: String) {
        self.description = description
    }
}
