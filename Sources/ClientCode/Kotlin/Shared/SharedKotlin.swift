/// The files that are the same for every tenant but for their package: the gateway's rule once more.
enum SharedKotlin {
    /// The files, by their names; the line that names the package goes ahead.
    static let files = [
        ("LinkDomain.kt", linkDomain),
        ("LinkException.kt", linkException),
        ("LinkMatch.kt", linkMatch),
        ("LinkPattern.kt", linkPattern),
        ("LinkText.kt", linkText),
        ("PercentEncoding.kt", percentEncoding),
    ]
}
