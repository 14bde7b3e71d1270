import HTTPServer

/// Which requests the access log has a line about, and what it tells of them.
package struct AccessLogRules: Sendable {
    /// One request in so many has a line, at least 1.
    ///
    /// Default 1, which is all. What was answered with a status of 500 or more, and what could not be answered any more
    /// (``RequestRecord/abandoned``), has one always.
    package var sample = 1

    /// Whether the target is told with its query.
    ///
    /// Default: without, for a query may hold what belongs in no log.
    package var showsQuery = false

    /// Makes rules that want a line about each request.
    package init() {}

    /// Whether a request has a line.
    func want(_ record: RequestRecord) -> Bool {
        // Loops count their requests from random starts: the numbers choose evenly, and nothing has to be remembered.
        sample <= 1 || record.status >= 500 || record.status == RequestRecord.abandoned
            || record.id.rawValue % UInt64(sample) == 0
    }
}
