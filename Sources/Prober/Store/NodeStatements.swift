import FleetStore
import Postgres

/// A registered gateway as a probe of one tenant's domain needs it.
struct NodeRow: Equatable, Sendable {
    var name: String
    var url: NodeURL?
    var registration: FleetNode.Registration
}

extension Statement<NodeRow> {
    /// The gateways that were there within a day, with whether tenant $1 may have changed after what they serve.
    static let nodes = Statement(
        "nodes",
        sql: """
            SELECT gateway.name, gateway.url, gateway.token, gateway.cursor,
              greatest(
                0, (SELECT max(generation) FROM fleet.changes) - gateway.cursor,
                (SELECT max(generation) FROM fleet.link_changes) - gateway.cursor
              ),
              gateway.cursor < feed.pruned_through OR EXISTS (
                SELECT
                FROM fleet.changes
                WHERE generation > gateway.cursor AND (tenant_id = $1 OR tenant_id IS NULL)
              ),
              gateway.seen_at < clock_timestamp() - interval '10 seconds'
            FROM fleet.gateways AS gateway, fleet.feed
            WHERE gateway.seen_at >= clock_timestamp() - interval '24 hours'
            ORDER BY gateway.name, gateway.seen_at DESC
            """,
        parameters: [.int4], columns: [.text, .text, .uuid, .int8, .int8, .bool, .bool]
    ) { row throws(PostgresError) in
        let name: String = try row.next()
        let url = try row.next(String?.self).flatMap { NodeURL($0) }
        return NodeRow(
            name: name, url: url,
            registration: FleetNode.Registration(
                token: try row.next(), cursor: try row.next(), lag: try row.next(), mayLag: try row.next(),
                isSilent: try row.next()))
    }
}
