import Association

extension AssociationKind {
    /// Where the file is asked for (Apple, "Supporting associated domains"; Google, "Statement list format").
    var wellKnownPath: String {
        switch self {
        case .aasa: "/.well-known/apple-app-site-association"
        case .assetlinks: "/.well-known/assetlinks.json"
        }
    }
}
