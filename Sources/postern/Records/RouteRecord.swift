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
        add("domains", route.domains.map { Value.list($0.map(\.text)) } ?? Value.none)
        add("schemeURL", route.schemeURL?.text)
        add("examples", .list(route.examples))
        add("starts", route.lifeSpan.start)
        add("ends", route.lifeSpan.end)
        add("status", .number(route.redirect.status))
        add("maxAge", .number(route.redirect.maxAge))
    }
}
