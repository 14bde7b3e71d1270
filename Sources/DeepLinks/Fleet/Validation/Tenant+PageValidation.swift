extension Tenant {
    /// Refuses texts that no page shows, languages without labels, and a host that opens no app of the tenant.
    func pageRefusals() -> [InputRefusal] {
        let path = FieldPath(.field("page"))
        var refusals: [InputRefusal] = []
        if let name = page.name, let refusal = name.pageRefusal(at: path.field("name"), longest: TenantPage.longestName)
        {
            refusals.append(refusal)
        }
        if !page.languages.contains(page.language) {
            refusals.append(
                InputRefusal(
                    path.field("language"), page.language.text,
                    rule: "one of \(page.languages.map(\.text).joined(separator: ", ")), or give it texts"))
        }
        if let host = page.appHost, !domains.contains(where: { $0.name.publishes(host) }) {
            refusals.append(
                InputRefusal(path.field("appHost"), host.text, rule: "the tenant has no domain with this name"))
        }
        if page.texts.count > TenantPage.mostLanguages {
            refusals.append(
                InputRefusal(path.field("texts"), rule: "at most \(TenantPage.mostLanguages) languages"))
        }
        return refusals + page.orderedTexts.flatMap { $1.refusals($0, at: path.field("texts").field($0.text)) }
    }
}

extension PageTexts {
    fileprivate func refusals(_ language: LanguageTag, at path: FieldPath) -> [InputRefusal] {
        let isOurs = PageLabels.has(language)
        return Self.keys.compactMap { key, longest in
            if let text = self[key] { return text.pageRefusal(at: path.field(key), longest: longest) }
            guard longest == Self.longestLabel, !isOurs else { return nil }
            return InputRefusal(
                path.field(key),
                rule: "required: there are labels of our own in "
                    + PageLabels.languages.map(\.text).joined(separator: ", "))
        }
    }
}

extension DomainName {
    /// Whether the name is this one, or a wildcard for it.
    fileprivate func publishes(_ host: HostName) -> Bool { isWildcard ? covers(host.text) : base == host }
}
