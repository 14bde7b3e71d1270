import Platform

/// The Swift files that were looked at: each is read and blanked once, for all rules.
enum Sources {
    private static let known = LockedValue<[String: SwiftSource]>([:])

    /// A file by its path from the root.
    static func of(_ path: String) throws -> SwiftSource {
        if let source = known.withLock({ $0[path] }) { return source }
        let source = SwiftSource(try Repository.text(path))
        known.withLock { $0[path] = source }
        return source
    }
}
