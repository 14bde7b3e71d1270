package import DeepLinks

/// What a domain's association files are made of: equal sources give equal files.
package struct AssociationSource: Equatable, Sendable {
    /// The routes, apps and settings.
    package let routes: RouteSet
    /// What else is asked of the files.
    package let options: CompileOptions

    /// Makes one of the files.
    ///
    /// - Parameter kind: Whose file.
    /// - Returns: The canonical bytes; `nil` when the tenant has no app of the platform.
    /// - Throws: ``AssociationError``.
    package func file(_ kind: AssociationKind) throws(AssociationError) -> [UInt8]? {
        try AssociationDocument.compile(routes, kind: kind, options: options)
    }
}
