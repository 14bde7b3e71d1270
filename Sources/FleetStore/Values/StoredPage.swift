import DeepLinks

/// Pages as the column of a tenant has them.
extension TenantPage {
    /// The elements of the column: `KEY=VALUE`, with dots between the names of the fleet file.
    var stored: [String] {
        var elements: [(key: String, value: String?)] = [
            ("name", name), ("icon", icon?.text), ("language", language == .english ? nil : language.text),
            ("appHost", appHost?.text), ("colors.accent", colors.accent?.text),
            ("colors.background", colors.background?.text), ("colors.darkAccent", colors.darkAccent?.text),
            ("colors.darkBackground", colors.darkBackground?.text),
        ]
        for (language, texts) in orderedTexts {
            elements += PageTexts.keys.map { ("texts.\(language).\($0.name)", texts[$0.name]) }
        }
        return elements.compactMap { key, value in value.map { "\(key)=\($0)" } }
    }

    /// Reads the elements of a column.
    init(stored: [String]) throws(RuleViolation) {
        self.init()
        for element in stored {
            let (key, value) = element.partedAtEquals
            switch key {
            case "name": name = value
            case "icon": icon = try PageIcon(value)
            case "language": language = try Self.language(value)
            case "appHost": appHost = try HostName(stored: value)
            case "colors.accent": colors.accent = try PageColor(value)
            case "colors.background": colors.background = try PageColor(value)
            case "colors.darkAccent": colors.darkAccent = try PageColor(value)
            case "colors.darkBackground": colors.darkBackground = try PageColor(value)
            default:
                let parts = key.split(separator: ".")
                guard parts.count == 3, parts[0] == "texts", PageTexts.keys.contains(where: { $0.name == parts[2] })
                else { throw RuleViolation("no setting of a page is called so") }
                texts[try Self.language(parts[1]), default: PageTexts()][String(parts[2])] = value
            }
        }
    }

    private static func language(_ text: some StringProtocol) throws(RuleViolation) -> LanguageTag {
        guard let language = LanguageTag(text) else { throw RuleViolation(LanguageTag.rule) }
        return language
    }
}
