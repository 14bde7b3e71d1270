// The links of reader that open reader-ios, as of revision 44fd2f5e8aea of its routes.
//
// Made by: postern code swift --tenant reader --app reader-ios

/// A link that opens the app.
public enum ReaderLink: Hashable, Sendable {
    /// `/item/{id:int}`
    ///
    /// <https://go.reader.example/item/7>
    case item(id: Int)

    /// `/profile/{user}`
    ///
    /// <https://go.reader.example/profile/mira>
    case profile(user: String)

    /// `/article/{slug}`
    ///
    /// <https://go.reader.example/article/how-links-open-apps>
    case article(slug: String)
}
