extension Tenant {
    /// Refuses templates that cannot be filled, and stores that are none or lack the app.
    func platformRefusals(
        of platforms: PlatformDestinations, filledBy pattern: RoutePattern?, at path: FieldPath
    ) -> [InputRefusal] {
        platforms.entries.flatMap { key, destination in
            switch destination {
            case .web, .page: [InputRefusal]()
            case .template(let template): template.refusals(filledBy: pattern, at: path.field(key))
            case .store: storeRefusals(key, at: path.field(key))
            }
        }
    }

    private func storeRefusals(_ key: String, at path: FieldPath) -> [InputRefusal] {
        let platforms: [ClientPlatform]
        switch ClientPlatform.allCases.first(where: { $0.key == key }) {
        case nil: platforms = [.ios, .android]
        case .ios, .ipados: platforms = [.ios]
        case .android: platforms = [.android]
        case .macOrIPad:
            return [InputRefusal(path, "store", rule: "whether it is an iPad is a guess: say page or web")]
        case .macos, .windows, .linux, .other:
            return [InputRefusal(path, "store", rule: "stores are for ios, ipados and android")]
        }
        guard !apps.contains(where: { app in platforms.contains { app.store(on: $0) != nil } }) else { return [] }
        return [
            InputRefusal(
                path, "store", rule: "no app of the tenant is in that store: give an app its storeID or package")
        ]
    }
}

extension Route {
    /// Refuses names and values that would not stand in a query as they are.
    func queryRefusals(at path: FieldPath) -> [InputRefusal] {
        var refusals: [InputRefusal] = []
        if case .only(let names) = query {
            let list = path.field("query")
            if names.isEmpty { refusals.append(InputRefusal(list, rule: "name one item or more, or say \"drop\"")) }
            for (index, name) in names.enumerated() where !name.isItemName {
                refusals.append(
                    InputRefusal(
                        list.index(index), name,
                        rule: "the name of a query item is 1 to 64 letters, digits, '-', '.', '_' and '~'"))
            }
        }
        for (name, value) in campaign.entries where !value.isPlainText {
            refusals.append(
                InputRefusal(
                    path.field("utm").field(name), value,
                    rule: "a value is 1 to 64 letters, digits, '-', '.', '_', '~' and percent-encoded octets"))
        }
        return refusals
    }

    /// Refuses texts that are too long, or that no page shows.
    func previewRefusals(at path: FieldPath) -> [InputRefusal] {
        preview?.refusals(at: path) ?? []
    }
}

extension LinkPreview {
    /// Refuses texts that are too long, or that no page shows.
    func refusals(at path: FieldPath) -> [InputRefusal] {
        var refusals: [InputRefusal] = []
        let texts: [(String, String?, Int)] = [
            ("title", title, LinkPreview.longestTitle),
            ("description", description, LinkPreview.longestDescription),
        ]
        for (key, text, longest) in texts {
            guard let text, let refusal = text.pageRefusal(at: path.field(key), longest: longest) else { continue }
            refusals.append(refusal)
        }
        if let image, image.scheme != .https {
            refusals.append(InputRefusal(path.field("image"), image.text, rule: "an image is at an https:// URL"))
        }
        return refusals
    }
}

extension String {
    /// Refuses a text that is too long for a page, or that no page shows.
    func pageRefusal(at path: FieldPath, longest: Int) -> InputRefusal? {
        guard !(1...longest).contains(count) || unicodeScalars.contains(where: \.isControl) else { return nil }
        return InputRefusal(path, self, rule: "1 to \(longest) characters, without line ends and control characters")
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { value < 0x20 || 0x7F...0x9F ~= value || value == 0x2028 || value == 0x2029 }
}
