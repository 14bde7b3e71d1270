/// How a transaction sees the data and what it may do (PostgreSQL 15, BEGIN).
package struct TransactionMode: Hashable, Sendable {
    /// What a transaction sees of others that commit meanwhile.
    package enum Isolation: String, Hashable, Sendable {
        /// Each statement sees what was committed before it.
        case readCommitted = "READ COMMITTED"
        /// All statements see one snapshot.
        case repeatableRead = "REPEATABLE READ"
        /// As if transactions ran one after the other.
        case serializable = "SERIALIZABLE"
    }

    /// What the transaction sees.
    package var isolation: Isolation

    /// Whether the server refuses writes.
    package var isReadOnly: Bool

    /// Makes a mode.
    package init(isolation: Isolation, isReadOnly: Bool) {
        self.isolation = isolation
        self.isReadOnly = isReadOnly
    }

    /// `READ COMMITTED`, for writes under row locks.
    package static let write = TransactionMode(isolation: .readCommitted, isReadOnly: false)

    /// `REPEATABLE READ, READ ONLY`: one snapshot for several reads.
    package static let snapshot = TransactionMode(isolation: .repeatableRead, isReadOnly: true)

    /// `SERIALIZABLE`.
    package static let serializable = TransactionMode(isolation: .serializable, isReadOnly: false)

    var begin: String {
        "BEGIN ISOLATION LEVEL \(isolation.rawValue), READ \(isReadOnly ? "ONLY" : "WRITE")"
    }
}
