import Postgres

extension Connection {
    /// Reads tenants with everything they own but links; all tenants for `nil`.
    ///
    /// To be called in a transaction: several statements read.
    func tenantRows(_ ids: [Int32]?, documents: DocumentChoice) throws(PostgresError) -> TenantRows {
        let parameter: [Value] = [.int32s(ids)]
        var rows = TenantRows()
        rows.tenants = try query(.tenants, parameter)
        rows.apps = try query(.apps, parameter)
        rows.domains = try query(.domains, parameter)
        rows.routes = try query(.routes, parameter)
        rows.routeDomains = try query(.routeDomains, parameter)
        rows.routeApps = try query(.routeApps, parameter)
        rows.uploads = try query(.uploads, parameter)
        guard documents != .none else { return rows }
        rows.revisions = try query(.currentRevisions, parameter)
        guard documents == .withBytes else { return rows }
        let digests = Set(rows.revisions.compactMap(\.digest))
        rows.documents = try query(.documents, [.byteArrays(Array(digests))])
        return rows
    }
}

/// How much of the published documents is read with tenants.
enum DocumentChoice {
    /// Nothing.
    case none
    /// The revisions with their digests.
    case revisions
    /// The revisions and the bytes.
    case withBytes
}
