/// How the hosted pages of a tenant look and what they say.
package struct TenantPage: Hashable, Sendable {
    /// The name that people know the tenant by; `nil` is the host of the page.
    package var name: String?

    /// The icon beside the name.
    package var icon: PageIcon?

    /// The language of the page for people whose languages are none of its own.
    ///
    /// Default English.
    package var language: LanguageTag

    /// A domain of the tenant whose links open the app from a page; `nil` is the app's own scheme.
    ///
    /// It is another one than the page's, for iOS opens no app from a page of the same host.
    package var appHost: HostName?

    /// The colours.
    package var colors: PageColors

    /// The tenant's own texts by language.
    package var texts: [LanguageTag: PageTexts]

    /// Characters in a name at most.
    package static let longestName = 60

    /// Languages at most.
    package static let mostLanguages = 24

    /// Makes a page; by default one without anything of the tenant's own.
    package init(
        name: String? = nil, icon: PageIcon? = nil, language: LanguageTag = .english, appHost: HostName? = nil,
        colors: PageColors = PageColors(), texts: [LanguageTag: PageTexts] = [:]
    ) {
        self.name = name
        self.icon = icon
        self.language = language
        self.appHost = appHost
        self.colors = colors
        self.texts = texts
    }

    /// Whether nothing is of the tenant's own.
    package var isEmpty: Bool { self == TenantPage() }

    /// The tenant's texts in the order of their languages, without languages that have none.
    package var orderedTexts: [(language: LanguageTag, texts: PageTexts)] {
        texts.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The languages that a page can be in: the tenant's and those with texts of our own.
    package var languages: [LanguageTag] {
        let own = orderedTexts.map(\.language)
        return own + PageLabels.languages.filter { !own.contains($0) }
    }

    /// What stands on buttons and links in a language; what the tenant does not say, we say.
    package func labels(in language: LanguageTag) -> PageLabels {
        var labels = PageLabels.ours(in: language)
        let own = texts[language] ?? PageTexts()
        labels.open = own.open ?? labels.open
        labels.web = own.web ?? labels.web
        labels.appStore = own.appStore ?? labels.appStore
        labels.googlePlay = own.googlePlay ?? labels.googlePlay
        return labels
    }
}

/// The colours of a page, each with a standard one in its place where it is not given.
///
/// What is written on them is black or white, whichever differs more: at least 4.5 to 1 on any colour.
package struct PageColors: Hashable, Sendable {
    /// The first button.
    package var accent: PageColor?
    /// Behind everything.
    package var background: PageColor?
    /// The first button where people ask for dark pages; `nil` is ``accent``.
    package var darkAccent: PageColor?
    /// Behind everything where people ask for dark pages.
    package var darkBackground: PageColor?

    /// Makes colours; by default none of the tenant's own.
    package init(
        accent: PageColor? = nil, background: PageColor? = nil, darkAccent: PageColor? = nil,
        darkBackground: PageColor? = nil
    ) {
        self.accent = accent
        self.background = background
        self.darkAccent = darkAccent
        self.darkBackground = darkBackground
    }
}
