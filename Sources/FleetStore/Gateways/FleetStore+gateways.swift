import Postgres

extension FleetStore {
    /// The gateways that were there within the last day, by name.
    ///
    /// - Throws: ``StoreError/database(_:)``.
    package func gateways() throws(StoreError) -> [RegisteredGateway] {
        try inDatabase { () throws(PostgresError) in try connection.query(.gateways) }
    }

    /// The number of the newest change that is committed, of tenants or links; 0 before the first.
    ///
    /// - Throws: ``StoreError/database(_:)``.
    package func newestGeneration() throws(StoreError) -> Int64 {
        try inDatabase { () throws(PostgresError) in try connection.queryOne(.feedPosition) }.generation
    }

    /// Forgets the silent gateways of a name.
    ///
    /// - Returns: How many there were.
    /// - Throws: ``StoreError/database(_:)``.
    package func forgetGateways(named name: String) throws(StoreError) -> Int {
        try inDatabase { () throws(PostgresError) in try connection.execute(.forgetGateways, [.text(name)]) }
    }
}
