import DeepLinks

extension Setting {
    /// A setting for each platform, and for all others: `platforms.ios`.
    static func ofPlatforms(
        _ path: any WritableKeyPath<Subject, PlatformDestinations> & Sendable
    ) -> [Setting<Subject>] {
        PlatformDestinations.keys.map { key in
            let name = "platforms.\(key)"
            return Setting(name) { subject, text in
                let destination: PlatformDestination? = try unlessEmpty(text) { try parse(name, $0) }
                subject[keyPath: path].set(key, destination)
            }
        }
    }
}

extension Setting<Route> {
    /// What becomes of the query, and what previews are drawn from.
    static let ofDestinations: [Setting<Route>] =
        [Setting("query") { $0.query = readQueryPolicy(readList($1)) }]
        + CampaignDefaults.names.map { name in
            Setting("utm.\(name)") { $0.campaign[name] = $1.isEmpty ? nil : $1 }
        }
        + [
            Setting("preview.title") { route, text in
                guard !text.isEmpty else {
                    route.preview = nil
                    return
                }
                let old = route.preview
                route.preview = LinkPreview(title: text, description: old?.description, image: old?.image)
            },
            Setting("preview.description") { route, text in
                if !text.isEmpty { route.preview = route.preview ?? LinkPreview(title: "") }
                route.preview?.description = text.isEmpty ? nil : text
            },
            Setting("preview.image") { route, text in
                if !text.isEmpty { route.preview = route.preview ?? LinkPreview(title: "") }
                route.preview?.image = try unlessEmpty(text) { try parse("preview.image", $0) }
            },
        ]
}

/// Reads `keep`, `drop`, or names of query items.
private func readQueryPolicy(_ words: [String]) -> QueryPolicy {
    switch words {
    case ["keep"], []: .keep
    case ["drop"]: .drop
    default: .only(words)
    }
}
