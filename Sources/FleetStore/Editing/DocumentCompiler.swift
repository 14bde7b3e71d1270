package import Association

/// What makes a domain's association files.
package struct DocumentCompiler: Sendable {
    /// Raised whenever the same source may give other bytes; 1 or more.
    package var version: Int

    /// Makes one file of what it is made of; `nil` is no file.
    package var compile: @Sendable (AssociationSource, AssociationKind) throws(AssociationError) -> [UInt8]?

    /// Makes a compiler.
    package init(
        version: Int,
        compile: @escaping @Sendable (AssociationSource, AssociationKind) throws(AssociationError) -> [UInt8]?
    ) {
        self.version = version
        self.compile = compile
    }

    /// The compiler of this binary.
    package static let standard = DocumentCompiler(version: AssociationDocument.compilerVersion) {
        source, kind throws(AssociationError) in
        try source.file(kind)
    }
}
