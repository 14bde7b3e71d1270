/// Why an association file cannot be made.
package enum AssociationError: Error, Equatable, CustomStringConvertible {
    /// The file would be longer than the platform reads; the last good one stays.
    case tooLarge(kind: AssociationKind, bytes: Int)

    /// One line: the kind, the count, the limit.
    package var description: String {
        switch self {
        case .tooLarge(let kind, let bytes):
            "the \(kind.rawValue) file would have \(bytes) bytes, and the platform reads at most \(kind.byteLimit)"
        }
    }
}
