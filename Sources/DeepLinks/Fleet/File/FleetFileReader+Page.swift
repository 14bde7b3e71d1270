import JSONText

extension FleetFileReader {
    private enum PageKey: String, CaseIterable { case name, icon, language, appHost, colors, texts }

    /// How a tenant's hosted pages look and what they say.
    mutating func page(_ element: JSONElement) -> TenantPage? {
        guard let object = object(element, PageKey.self) else { return nil }
        var page = TenantPage(
            name: string(object.optional(.name)), icon: parsed(object.optional(.icon), PageIcon.init),
            appHost: parsed(object.optional(.appHost)) { text throws(RuleViolation) in
                try HostName(text, isAttested: true)
            })
        page.language = checked(object.optional(.language)) ?? page.language
        page.colors = object.optional(.colors).flatMap { colors($0) } ?? page.colors
        page.texts = object.optional(.texts).flatMap { texts($0) } ?? page.texts
        return page
    }

    private enum ColorKey: String, CaseIterable { case accent, background, darkAccent, darkBackground }

    private mutating func colors(_ element: JSONElement) -> PageColors? {
        guard let object = object(element, ColorKey.self) else { return nil }
        return PageColors(
            accent: parsed(object.optional(.accent), PageColor.init),
            background: parsed(object.optional(.background), PageColor.init),
            darkAccent: parsed(object.optional(.darkAccent), PageColor.init),
            darkBackground: parsed(object.optional(.darkBackground), PageColor.init))
    }

    private mutating func texts(_ element: JSONElement) -> [LanguageTag: PageTexts]? {
        guard let entries = attempt({ () throws(JSONError) in try element.entries() }) else { return nil }
        var texts: [LanguageTag: PageTexts] = [:]
        for entry in entries {
            guard let language = LanguageTag(entry.name) else {
                refuse(entry.nameRefused(LanguageTag.rule))
                continue
            }
            guard texts[language] == nil else {
                refuse(entry.nameRefused("the language comes twice"))
                continue
            }
            texts[language] = self.texts(entry.element, PageTexts())
        }
        return texts
    }

    private enum TextKey: String, CaseIterable { case title, text, open, web, appStore, googlePlay }

    private mutating func texts(_ element: JSONElement, _ none: PageTexts) -> PageTexts? {
        guard let object = object(element, TextKey.self) else { return nil }
        var texts = none
        for key in TextKey.allCases { texts[key.rawValue] = string(object.optional(key)) }
        return texts
    }
}
