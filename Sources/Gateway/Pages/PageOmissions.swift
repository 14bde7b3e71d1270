/// What a page leaves out to stay small.
struct PageOmissions: OptionSet {
    let rawValue: UInt8

    /// What search engines read beside the tags of previews: the same text once more.
    static let repeatedText = PageOmissions(rawValue: 1)
    /// The link within other addresses: what the stores and the banner hand the app, and where an intent falls back to.
    static let repeatedLink = PageOmissions(rawValue: 2)
    /// Titles and texts beyond ``longestTitle`` and ``longestText``.
    static let longTexts = PageOmissions(rawValue: 4)
    /// The tenant's icon.
    static let icon = PageOmissions(rawValue: 8)
    /// The preview's image.
    static let image = PageOmissions(rawValue: 16)

    /// The query of the URL on another host that opens the app.
    static let query = PageOmissions(rawValue: 32)

    /// The order in which it is done without: first what nobody sees.
    static let order: [PageOmissions] = [.repeatedText, .repeatedLink, .longTexts, .icon, .image, .query]

    /// Bytes that a page has at most, but for one whose way on is thousands long itself.
    static let longestPage = 10_240

    /// Characters of a title that remain.
    static let longestTitle = 80

    /// Characters of a text that remain.
    static let longestText = 160
}
