/// What a tenant says on its pages in one language; what it does not say, the page says by itself.
package struct PageTexts: Hashable, Sendable {
    /// The heading of pages that no link or route gives one.
    package var title: String?
    /// A paragraph below the heading, where no link or route gives one.
    package var text: String?
    /// On the button that opens the app.
    package var open: String?
    /// On the link to the web destination.
    package var web: String?
    /// On the link to the App Store.
    package var appStore: String?
    /// On the link to Google Play.
    package var googlePlay: String?

    /// Makes texts; by default none.
    package init(
        title: String? = nil, text: String? = nil, open: String? = nil, web: String? = nil, appStore: String? = nil,
        googlePlay: String? = nil
    ) {
        self.title = title
        self.text = text
        self.open = open
        self.web = web
        self.appStore = appStore
        self.googlePlay = googlePlay
    }

    /// Whether nothing is said.
    package var isEmpty: Bool { self == PageTexts() }

    /// Characters in a button's or a link's text at most.
    package static let longestLabel = 60

    /// The members of the fleet file, in its order, with the characters that each may have.
    package static let keys: [(name: String, longest: Int)] = [
        ("title", LinkPreview.longestTitle), ("text", LinkPreview.longestDescription), ("open", longestLabel),
        ("web", longestLabel), ("appStore", longestLabel), ("googlePlay", longestLabel),
    ]

    /// The text of a member of the fleet file; a name that is none has no text.
    package subscript(name: String) -> String? {
        get {
            switch name {
            case "title": title
            case "text": text
            case "open": open
            case "web": web
            case "appStore": appStore
            case "googlePlay": googlePlay
            default: nil
            }
        }
        set {
            switch name {
            case "title": title = newValue
            case "text": text = newValue
            case "open": open = newValue
            case "web": web = newValue
            case "appStore": appStore = newValue
            case "googlePlay": googlePlay = newValue
            default: break
            }
        }
    }
}
