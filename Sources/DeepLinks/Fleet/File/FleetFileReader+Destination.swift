import JSONText

extension FleetFileReader {
    private enum PlatformKey: String, CaseIterable {
        case standard = "default"
        case ios, ipados, macOrIPad, android, macos, windows, linux, other
    }

    /// Destinations by platform.
    mutating func platforms(_ element: JSONElement) -> PlatformDestinations? {
        guard let object = object(element, PlatformKey.self) else { return nil }
        var platforms = PlatformDestinations()
        for key in PlatformKey.allCases {
            platforms.set(key.rawValue, parsed(object.optional(key), PlatformDestination.init))
        }
        return platforms
    }

    /// `keep`, `drop` or a list of names.
    mutating func queryPolicy(_ element: JSONElement) -> QueryPolicy? {
        if case .string(let text) = element.node.value {
            switch text {
            case "keep": return .keep
            case "drop": return .drop
            default:
                refuse(element.refused(value: text, rule: "query is \"keep\", \"drop\" or a list of item names"))
                return nil
            }
        }
        return list(element, called: "item", name: { $0 }, { $0.string($1) }).map { .only($0) }
    }

    private enum CampaignKey: String, CaseIterable { case source, medium, campaign, term, content }

    /// Campaign items.
    mutating func campaign(_ element: JSONElement) -> CampaignDefaults? {
        guard let object = object(element, CampaignKey.self) else { return nil }
        var campaign = CampaignDefaults()
        for key in CampaignKey.allCases { campaign[key.rawValue] = string(object.optional(key)) }
        return campaign
    }

    private enum PreviewKey: String, CaseIterable { case title, description, image }

    /// What programs that draw previews are given.
    mutating func preview(_ element: JSONElement) -> LinkPreview? {
        guard let object = object(element, PreviewKey.self) else { return nil }
        let title = required(object, .title).flatMap { string($0) }
        let description = string(object.optional(.description))
        let image = parsed(object.optional(.image), WebURL.init)
        return title.map { LinkPreview(title: $0, description: description, image: image) }
    }
}
