import DeepLinks
import Testing

/// The table of a large shop: 25 areas, each with the same 20 routes.
///
/// The app for customers and its trial version open whatever an app opens, the one for couriers two areas only.
enum ShopTable {
    /// A route of an area, by name and by pattern; `AREA` is the area's name.
    private static let forms: [(name: String, pattern: String, opens: Bool)] = [
        ("home", "/AREA", true),
        ("new", "/AREA/new", false),
        ("preview", "/AREA/preview/{rest*}", false),
        ("offer", "/AREA/offers/{code}", true),
        ("terms", "/AREA/{id}/terms", false),
        ("item", "/AREA/{id}", true),
        ("reviews", "/AREA/{id}/reviews", true),
        ("review", "/AREA/{id}/reviews/{review}", true),
        ("print", "/AREA/{id}/photos/print", false),
        ("photo", "/AREA/{id}/photos/{photo}", true),
        ("year", "/AREA/archive/{year:int4}", true),
        ("condition", "/AREA/{condition:new|used|refurbished}/{id}", true),
        ("guide", "/AREA/guides/{rest*}", true),
        ("page", "/AREA/page-{page}.html", true),
        ("localised", "/{language:de|en|es|fr|it}/AREA/{id}", true),
        ("compare", "/compare/AREA?with={id}", true),
        ("search", "/search/AREA?q={text}&sort={sort?}", true),
        ("map", "/map/AREA?view={view:list|grid}", true),
        ("share", "/s/AREA/{code}", true),
        ("seller", "/sellers/AREA/{seller}/{rest*}", true),
    ]

    private static let areas = [
        "products", "orders", "deliveries", "brands", "stores", "deals", "gifts", "recipes", "events", "news", "help",
        "jobs", "trips", "hotels", "flights", "cars", "music", "books", "games", "films", "furniture", "garden",
        "tools", "toys", "wine",
    ]

    /// The first routes of the table, area by area.
    static func tenant(routes count: Int) throws -> Tenant {
        let apps = try ["shop", "trial", "courier"].map { try Sample.ios($0) }
        let customers = apps.prefix(2).map(\.name)
        let routes = try areas.flatMap { area in
            try forms.map { form in
                let pattern = form.pattern.replacing("AREA", with: area)
                let isCouriers = ["orders", "deliveries"].contains(area)
                let opens = !form.opens ? AppSelection.none : isCouriers ? .all : .only(customers)
                return try Sample.route("\(area).\(form.name)", pattern, opens: opens)
            }
        }
        return try Sample.tenant(apps: apps, routes: Array(routes.prefix(count)))
    }
}
