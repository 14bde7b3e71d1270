/// The files that are the same for every tenant: how a link's text is cut and compared, the gateway's rule once more.
enum SharedSwift {
    /// The files, by their names.
    static let files = [
        ("LinkDomain.swift", linkDomain),
        ("LinkError.swift", linkError),
        ("LinkMatch.swift", linkMatch),
        ("LinkPattern.swift", linkPattern),
        ("LinkText+Matching.swift", linkTextMatching),
        ("LinkText.swift", linkText),
        ("PercentEncoding.swift", percentEncoding),
    ]
}
