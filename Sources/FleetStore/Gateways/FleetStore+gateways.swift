import Postgres

extension FleetStore {
    /// The gateways that were there within the last day, by name.
    ///
    /// - Throws: ``StoreError/database(_:)``.
    package func gateways() throws(StoreError) -> [RegisteredGateway] {
        try inDatabase { () throws(PostgresError) in try connection.query(.gateways) }
    }
}
