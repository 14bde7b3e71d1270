package import JSONText

/// Why the bytes are no association file at all.
package enum AssociationReadingError: Error, CustomStringConvertible {
    /// There are more raw bytes than the platform reads.
    case tooLarge(kind: AssociationKind, bytes: Int)
    /// It is a signed file of the iOS 8 era (CMS, RFC 5652): no system of today needs one.
    case signed
    /// It is no JSON text by RFC 8259, and what to do about it.
    case invalidJSON(JSONError, advice: String)
    /// It is JSON, but not an object (Apple) or an array (Android).
    case wrongRoot(kind: AssociationKind, found: JSONValue, position: JSONPosition)

    /// One line for people.
    package var description: String { "\(finding.position): \(finding.message); \(finding.advice)" }

    /// The same as a finding.
    package var finding: Finding {
        switch self {
        case .tooLarge(let kind, let bytes):
            Finding(
                .tooLarge, at: .root, .start,
                "the file has \(bytes) bytes, and the platform reads at most \(kind.byteLimit), uncompressed",
                advice: kind == .aasa
                    ? "use substitution variables, and fewer and wider rules" : "take out what no app needs")
        case .signed:
            Finding(
                .signedFile, at: .root, .start,
                "the file is signed (CMS), a form for iOS 8 whose support ends; what it says is not judged here",
                advice: "publish the plain JSON")
        case .invalidJSON(let error, _) where error.kind.isDepth:
            Finding(
                .invalidJSON, at: error.path, error.position, "\(error.kind), more than anybody reads of such a file",
                advice: "take out the levels that no system reads: there are six at most")
        case .invalidJSON(let error, let advice):
            Finding(
                .invalidJSON, at: error.path, error.position,
                "the file is not valid JSON, so nothing in it counts: \(error.kind)",
                advice: advice)
        case .wrongRoot(let kind, let found, let position):
            Finding(
                kind == .aasa ? .notAnObject : .notAnArray, at: .root, position,
                "the file is not valid JSON for its purpose, so nothing in it counts: expected a single "
                    + "\(kind == .aasa ? "object" : "array"), found \(found.kind)",
                advice: advice(for: found, kind))
        }
    }
}

extension AssociationReadingError {
    private func advice(for root: JSONValue, _ kind: AssociationKind) -> String {
        if case .string(let text) = root, ["{", "["].contains(where: text.trimmingSpaces.hasPrefix) {
            return "publish what is in the string: the file was encoded twice"
        }
        return kind == .aasa
            ? "write one object: {\"applinks\": {…}}" : "put the statements in one array: [{…}, {…}]"
    }
}

extension JSONError.Kind {
    /// Whether it is only the depth that is too much.
    fileprivate var isDepth: Bool { if case .tooDeep = self { true } else { false } }
}
