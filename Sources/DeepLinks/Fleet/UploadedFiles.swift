/// The association files that a tenant gives for a domain; where there is one, none is compiled.
package struct UploadedFiles: Equatable, Sendable {
    /// The `apple-app-site-association`, served byte for byte; `nil` is compiled from the routes.
    package var aasa: [UInt8]?
    /// The `assetlinks.json`, served byte for byte; `nil` is compiled from the routes.
    package var assetlinks: [UInt8]?

    /// Makes files; by default all are compiled.
    package init(aasa: [UInt8]? = nil, assetlinks: [UInt8]? = nil) {
        self.aasa = aasa
        self.assetlinks = assetlinks
    }

    /// Whether all files are compiled.
    package var isEmpty: Bool { aasa == nil && assetlinks == nil }

    /// The rules that the files break, by the name of the setting.
    ///
    /// A file is UTF-8 without NUL, so that a fleet file and the database can hold it, and not longer than its platform
    /// reads. What else is wrong with it is the linter's matter.
    var violations: [(field: String, rule: String)] {
        [("aasa", aasa, 128 * 1024), ("assetlinks", assetlinks, 1024 * 1024)].compactMap { field, bytes, limit in
            guard let bytes else { return nil }
            if bytes.isEmpty { return (field, "a file is not empty") }
            if bytes.count > limit { return (field, "\(bytes.count) bytes are more than the platform reads: \(limit)") }
            guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
                return (field, "a file is UTF-8 text without NUL")
            }
            return nil
        }
    }
}
