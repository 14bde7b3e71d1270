package import DeepLinks

extension UploadedFiles {
    /// The file of a kind; `nil` is compiled from the routes.
    package subscript(kind: AssociationKind) -> [UInt8]? {
        get {
            switch kind {
            case .aasa: aasa
            case .assetlinks: assetlinks
            }
        }
        set {
            switch kind {
            case .aasa: aasa = newValue
            case .assetlinks: assetlinks = newValue
            }
        }
    }
}
