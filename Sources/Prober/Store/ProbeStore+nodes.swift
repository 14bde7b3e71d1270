import Association
import FleetStore
import Postgres

extension ProbeStore {
    /// The gateways to ask about a domain.
    ///
    /// - Parameters:
    ///   - domain: The domain.
    ///   - listed: The gateways of the prober's own list.
    /// - Returns: The nodes.
    /// - Throws: ``PostgresError``.
    func nodes(for domain: LeasedDomain, listed: [NodeURL]) throws(PostgresError) -> [FleetNode] {
        FleetNode.all(try connection.query(.nodes, [.int32(domain.tenantID)]), listed: listed)
    }

    /// The newest revisions of a domain and the gateways, of one snapshot.
    ///
    /// - Throws: ``PostgresError``.
    func revisionsAndNodes(
        of domain: LeasedDomain, listed: [NodeURL]
    ) throws(PostgresError) -> (revisions: [AssociationKind: [PublishedRevision]], nodes: [FleetNode]) {
        try connection.transaction(.snapshot) { _ throws(PostgresError) in
            (try revisions(of: domain), try nodes(for: domain, listed: listed))
        }
    }
}
