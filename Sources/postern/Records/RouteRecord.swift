import DeepLinks

extension Record {
    /// A route of a tenant.
    init(_ route: Route, of tenant: TenantName) {
        add("name", route.name.text)
        add("tenant", tenant.text)
        add("pattern", route.pattern.text)
        switch route.opens {
        case .all: add("opens", "all")
        case .none: add("opens", "none")
        case .only(let names): add("opens", .list(names.map(\.text)))
        }
        switch route.destination {
        case .web(let template):
            add("web", template.text)
            add("links", .bool(false))
        case .links:
            add("web", Value.none)
            add("links", .bool(true))
        }
        add(route.platforms)
        switch route.query {
        case .keep: add("query", "keep")
        case .drop: add("query", "drop")
        case .only(let names): add("query", .list(names))
        }
        add("utm", route.campaign.entries.isEmpty ? Value.none : .record(Record(route.campaign)))
        add(route.preview)
        add("domains", route.domains.map { Value.list($0.map(\.text)) } ?? Value.none)
        add("schemeURL", route.schemeURL?.text)
        add("examples", .list(route.examples))
        add("starts", route.lifeSpan.start)
        add("ends", route.lifeSpan.end)
        add("status", .number(route.redirect.status))
        add("maxAge", .number(route.redirect.maxAge))
    }
    private init(_ campaign: CampaignDefaults) {
        for (name, value) in campaign.entries { add(name, value) }
    }

    /// Adds what previews are drawn from, or no value.
    mutating func add(_ preview: LinkPreview?) {
        add("preview", preview.map { .record(Record($0)) } ?? Value.none)
    }

    private init(_ preview: LinkPreview) {
        add("title", preview.title)
        add("description", preview.description)
        add("image", preview.image?.text)
    }
}
