/// How much a line of the log matters.
package enum LogLevel: UInt8, Comparable, CaseIterable, Sendable {
    /// For whoever looks for a fault in Postern itself; off by default.
    case debug
    /// What the process does: started, listening, table loaded, draining, and the access log.
    case info
    /// Works still, with less: the database is away, a fleet file was refused, a tenant is stale.
    case warning
    /// Something that was asked for was not done, and somebody must act.
    case error

    /// The level's name in both formats and on the command line.
    package var text: String {
        switch self {
        case .debug: "debug"
        case .info: "info"
        case .warning: "warning"
        case .error: "error"
        }
    }

    /// Reads the level's name; `nil` for any other text.
    package init?(_ text: String) {
        guard let level = LogLevel.allCases.first(where: { $0.text == text }) else { return nil }
        self = level
    }

    /// Orders by how much a line matters.
    package static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.rawValue < right.rawValue
    }
}
