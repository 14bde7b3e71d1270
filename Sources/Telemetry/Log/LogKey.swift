/// The names of all fields in the log, so that no field is spelt in two ways.
///
/// Raw values are the names in the JSON form: lower case, words joined by `_`; durations end in `_seconds`. None is `time`,
/// `level` or `message`.
package enum LogKey: String, CaseIterable, Sendable {
    // The process.
    case version, node, signal, pid, workers, loop, kind, address, path, reason, error, uptime = "uptime_seconds"
    // A request.
    case requestID = "request_id"
    case remote, method, host, target, status, bytes, userAgent = "user_agent", referrer, httpVersion = "http_version"
    case duration = "duration_seconds"
    case tenant, domain, route, link, platform, client, outcome
    // Connections and limits.
    case connections, limit, count, dropped
    // The fleet and its database.
    case file, line, column, name, rule, value
    case database, server, sqlState = "sql_state", statement, severity, attempt, delay = "delay_seconds"
    case generation, cursor, lag = "lag_seconds", age = "age_seconds", revision, digest, migration, actor, action
    case tenants, domains, routes, links, documents, stale, expires
}
