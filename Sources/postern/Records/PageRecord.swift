import DeepLinks

extension Record {
    /// How a tenant's hosted pages look and what they say.
    init(_ page: TenantPage) {
        add("name", page.name)
        add("icon", page.icon?.text)
        add("language", page.language.text)
        add("appHost", page.appHost?.text)
        add("colors", page.colors == PageColors() ? Value.none : .record(Record(page.colors)))
        var texts = Record()
        for (language, words) in page.orderedTexts { texts.add(language.text, .record(Record(words))) }
        add("texts", page.orderedTexts.isEmpty ? Value.none : .record(texts))
    }

    private init(_ colors: PageColors) {
        add("accent", colors.accent?.text)
        add("background", colors.background?.text)
        add("darkAccent", colors.darkAccent?.text)
        add("darkBackground", colors.darkBackground?.text)
    }

    private init(_ texts: PageTexts) {
        for (name, _) in PageTexts.keys { add(name, texts[name]) }
    }
}
