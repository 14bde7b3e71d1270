/// A rule of an app, as a search of paths sees it.
struct ComparedRule {
    /// The place in the list of the app.
    let index: Int
    /// The patterns of the path; one of them is enough.
    let patterns: [Int]
    let opens: Bool
}
