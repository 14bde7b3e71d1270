package import JSONText

/// An `apple-app-site-association` file: what it says, with the place of every value.
///
/// Apple reads files tolerantly; what is of the wrong type or unknown is left out of the values and stands in
/// ``findings`` and among the unknown members.
package struct AppleDocument: Sendable {
    /// The universal links; `nil` where the file has no readable `applinks`.
    package let applinks: AppleLinks?
    /// The other services that the file names, in its order.
    package let services: [AppleService]
    /// Members of the outermost object that nobody reads.
    package let unknown: [UnknownMember]
    /// What the reader stumbled over: types, names and shapes.
    package let findings: [Finding]

    /// Reads a file.
    ///
    /// - Parameter bytes: The raw bytes, uncompressed.
    /// - Throws: ``AssociationReadingError`` where nothing of the file counts.
    package init(_ bytes: [UInt8]) throws(AssociationReadingError) {
        var reader = AppleDocumentReader()
        self = reader.document(try AssociationReader.read(bytes, kind: .aasa))
    }

    init(applinks: AppleLinks?, services: [AppleService], unknown: [UnknownMember], findings: [Finding]) {
        self.applinks = applinks
        self.services = services
        self.unknown = unknown
        self.findings = findings
    }
}

/// A service beside universal links: `webcredentials`, `appclips` or `activitycontinuation`; it lists apps only.
package struct AppleService: Sendable {
    /// Which one.
    package enum Kind: String, Sendable, CaseIterable {
        /// Shared credentials and passkeys.
        case webcredentials
        /// App Clips.
        case appclips
        /// Handoff.
        case activitycontinuation
    }

    /// Which one.
    package let kind: Kind
    /// Its app IDs as written.
    package let apps: [Located<String>]
    /// The way to it from the root.
    package let path: JSONPath
    /// Where its value begins.
    package let position: JSONPosition
    /// Members that nobody reads.
    package let unknown: [UnknownMember]
}
