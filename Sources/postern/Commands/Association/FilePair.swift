import Association
import CommandLine
import JSONText

/// Two association files that are compared.
struct FilePair {
    let old: AssociationFile
    let new: AssociationFile
    /// Whose files they are; `nil` is what their first characters say.
    let kind: AssociationKind?

    /// Compares them.
    ///
    /// - Parameters:
    ///   - app: An app ID or a package name; `nil` is all.
    ///   - host: The host of the URLs.
    /// - Returns: Whose files they are, and how they differ.
    /// - Throws: ``CommandFailure`` for a file that is missing, unreadable or no association file.
    func comparison(app: String?, host: String) throws -> (AssociationKind, AssociationComparison) {
        let texts = (old: try old.bytes(), new: try new.bytes())
        let kinds = (old: kind ?? AssociationLint.kind(of: texts.old), new: kind ?? AssociationLint.kind(of: texts.new))
        guard kinds.old == kinds.new else {
            throw CommandFailure(
                .refused,
                "\(old.path) is \(kinds.old.rawValue) and \(new.path) \(kinds.new.rawValue); compare like with like")
        }
        let apps = app.map { Set([$0]) }
        switch kinds.old {
        case .aasa:
            return (
                .aasa,
                AssociationComparison(
                    old: try read(old, texts.old) { (bytes) throws(AssociationReadingError) in try AppleDocument(bytes)
                    },
                    new: try read(new, texts.new) { (bytes) throws(AssociationReadingError) in try AppleDocument(bytes)
                    },
                    host: host, apps: apps)
            )
        case .assetlinks:
            return (
                .assetlinks,
                AssociationComparison(
                    old: try read(old, texts.old) { (bytes) throws(AssociationReadingError) in
                        try AndroidDocument(bytes)
                    },
                    new: try read(new, texts.new) { (bytes) throws(AssociationReadingError) in
                        try AndroidDocument(bytes)
                    },
                    host: host, packages: apps)
            )
        }
    }

    private func read<Document>(
        _ file: AssociationFile, _ bytes: [UInt8], _ body: ([UInt8]) throws(AssociationReadingError) -> Document
    ) throws -> Document {
        do throws(AssociationReadingError) {
            return try body(bytes)
        } catch {
            throw CommandFailure(.refused, "\(file.path): \(error)")
        }
    }
}
