/// Whose association file it is.
package enum AssociationKind: String, CaseIterable, Sendable {
    /// Apple's `apple-app-site-association`.
    case aasa
    /// Android's `assetlinks.json`.
    case assetlinks

    /// The most bytes that the platform reads, uncompressed.
    ///
    /// 131,072 for Apple (App Search Programming Guide), 1,048,576 for Android (its StatementService).
    package var byteLimit: Int {
        switch self {
        case .aasa: 128 * 1024
        case .assetlinks: 1024 * 1024
        }
    }
}
