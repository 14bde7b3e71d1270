package import DeepLinks
package import Postgres

/// Why the store could not do what it was asked.
package enum StoreError: Error, Sendable, CustomStringConvertible {
    /// The database is away, or refused for a reason that no other case names.
    case database(PostgresError)
    /// Values break rules; nothing was written.
    case refused(InputRefusals)
    /// There is no such thing.
    case notFound(kind: String, name: String)
    /// Somebody else has what was asked for, or it is there already; one line for people.
    case conflict(String)
    /// Other writers kept getting in the way; nothing was written.
    case busy
    /// What the plan was made from has changed since; nothing was written.
    case changedSincePlan
    /// A tenant was broken by an edit by hand; nothing was written.
    case unreadable(UnreadableRow)
    /// The database's schema is not the one that this binary writes or reads.
    case schema(SchemaMismatch)
    /// Something that never fails on a sound machine failed, such as a digest.
    case `internal`(String)

    /// One line or more for people; holds no data of other tenants.
    package var description: String {
        switch self {
        case .database(let error): error.description
        case .refused(let refusals): refusals.description
        case .notFound(let kind, let name): "there is no \(kind) \(name)"
        case .conflict(let text): text
        case .busy: "other writers kept getting in the way; try again"
        case .changedSincePlan: "something that the plan touches has changed since; make a new plan"
        case .unreadable(let row): "a row was edited by hand into what no rule allows: \(row)"
        case .schema(let mismatch): mismatch.description
        case .internal(let text): text
        }
    }
}

extension StoreError: PostgresFailure {
    /// Wraps an error of the database.
    package init(_ error: PostgresError) {
        self = .database(error)
    }

    /// The error of the database, where it is one.
    package var postgresError: PostgresError? {
        guard case .database(let error) = self else { return nil }
        return error
    }

    /// Whether the same operation may succeed when it is run again.
    package var isRetryable: Bool {
        if case .busy = self { return true }
        return postgresError?.isRetryable == true
    }
}

/// Runs what can only fail in the database.
@discardableResult
func inDatabase<Result>(_ body: () throws(PostgresError) -> Result) throws(StoreError) -> Result {
    do throws(PostgresError) {
        return try body()
    } catch {
        throw .database(error)
    }
}

/// A database whose schema does not fit this binary.
package enum SchemaMismatch: Error, Equatable, Sendable, CustomStringConvertible {
    /// The database has no schema yet.
    case missing
    /// The database is older than this binary.
    case older(found: Int, needed: Int)
    /// The database is newer than this binary can do with.
    case newer(found: Int, known: Int)
    /// A migration that was applied is not the one this binary knows.
    case different(migration: String)

    /// What to do about it.
    package var description: String {
        switch self {
        case .missing: "the database has no schema; run postern migrate"
        case .older(let found, let needed):
            "the database has schema \(found), this binary needs \(needed); run postern migrate"
        case .newer(let found, let known):
            "the database has schema \(found), this binary knows \(known); use the binary that migrated it"
        case .different(let migration):
            "migration \(migration) was applied in another form than this binary has it; use the binary that applied it"
        }
    }
}
