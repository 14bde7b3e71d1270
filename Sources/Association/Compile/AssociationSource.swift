package import DeepLinks

/// What a domain's association files are made of: equal sources give equal files.
package struct AssociationSource: Equatable, Sendable {
    /// The routes, apps and settings.
    package let routes: RouteSet
    /// What else is asked of the files.
    package let options: CompileOptions
    /// The files that are given instead.
    package let uploads: UploadedFiles

    /// Makes one of the files: the one that is given, else the compiled one.
    ///
    /// - Parameter kind: Whose file.
    /// - Returns: The given bytes, or the canonical ones; `nil` when none is given and the tenant has no app of the
    ///   platform.
    /// - Throws: ``AssociationError``.
    package func file(_ kind: AssociationKind) throws(AssociationError) -> [UInt8]? {
        if let uploaded = uploads[kind] { return uploaded }
        return try AssociationDocument.compile(routes, kind: kind, options: options)
    }
}
