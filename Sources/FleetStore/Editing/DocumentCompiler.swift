package import Association
package import DeepLinks

/// What makes a domain's association files.
package struct DocumentCompiler: Sendable {
    /// Raised whenever the same route set may give other bytes; 1 or more.
    package var version: Int

    /// Makes one file of a route set; `nil` is no file.
    package var compile: @Sendable (RouteSet, AssociationKind) throws(AssociationError) -> [UInt8]?

    /// Makes a compiler.
    package init(
        version: Int,
        compile: @escaping @Sendable (RouteSet, AssociationKind) throws(AssociationError) -> [UInt8]?
    ) {
        self.version = version
        self.compile = compile
    }

    /// The compiler of this binary.
    package static let standard = DocumentCompiler(version: AssociationDocument.compilerVersion) {
        set, kind throws(AssociationError) in
        try AssociationDocument.compile(set, kind: kind)
    }
}
