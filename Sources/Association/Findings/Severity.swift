/// How much a finding matters.
package enum Severity: String, Sendable, CaseIterable, Comparable {
    /// Something does not work.
    case error
    /// Something works otherwise than it reads.
    case warning
    /// Something that is good to know.
    case note

    /// Whether the left one matters more.
    package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .error: 0
        case .warning: 1
        case .note: 2
        }
    }
}
