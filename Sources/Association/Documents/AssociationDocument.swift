package import DeepLinks

/// The bytes of an association file.
package enum AssociationDocument {
    /// The version of the compiler; a document bears the one that it was made by.
    ///
    /// It is raised whenever the same route set gives other bytes.
    package static let compilerVersion = 8

    /// Makes the association file of a route set.
    ///
    /// The bytes depend on the route set and the options alone: not on life spans, suspension or links, and not on the
    /// time of day.
    ///
    /// - Parameters:
    ///   - set: The routes, apps and settings of a domain.
    ///   - kind: Whose file to make.
    ///   - options: What else is asked. By default nothing.
    /// - Returns: The canonical bytes; `nil` when the tenant has no app of the platform.
    /// - Throws: ``AssociationError`` for a file that is too large (case 28), and for `paths` that cannot be written.
    package static func compile(
        _ set: RouteSet, kind: AssociationKind, options: CompileOptions = CompileOptions()
    ) throws(AssociationError) -> [UInt8]? {
        let bytes =
            switch kind {
            case .aasa: try AppleCompiler(set, options).document()
            case .assetlinks: try AndroidCompiler(set).document()
            }
        guard let bytes else { return nil }
        guard bytes.count <= kind.byteLimit else { throw .tooLarge(kind: kind, bytes: bytes.count) }
        return bytes
    }
}
