import Postgres

extension FleetStore {
    /// Forgets what the feed needs no more; a failure matters to nobody, the next writer does it.
    func pruneFeed() {
        _ = try? connection.queryOne(.pruneChanges)
    }
}
