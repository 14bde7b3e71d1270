import DeepLinks
import Testing

/// A change of a table, and what a compiler says of an app that was written before it.
struct RouteChange: CustomTestStringConvertible {
    /// An error: the line of the app that it is at, and a part of what it says.
    struct Problem: CustomStringConvertible {
        let line: String
        let text: String
        var description: String { "\(line) << \(text)" }
    }

    /// A word: the tenant's name.
    let name: String
    /// Patterns by the names of the routes that have them now; of a route that is gone none.
    var patterns: KeyValuePairs<String, String?> = [:]
    var swift: [Problem] = []
    var kotlin: [Problem] = []

    var testDescription: String { name }

    /// The tenant with the changed routes.
    func tenant() throws -> Tenant {
        var routes = [
            ("item", "/item/{id}"), ("recipes.list", "/recipes"), ("recipes.detail", "/recipes/{id:int}"),
            ("profile", "/profile?to={to:settings|favorites}"),
        ]
        for (name, pattern) in patterns {
            routes.removeAll { $0.0 == name }
            if let pattern { routes.append((name, pattern)) }
        }
        let texts = routes.map { #"{ name: "\#($0)", pattern: "\#($1)", web: "https://www.acme.example/" }"# }
        return try Sample.tenant(name: name, routes: texts.joined(separator: ", "))
    }

    /// The app in Swift; `LINK` is the type of its links, `NAME` the tenant's name.
    static let swiftApp = """
        private func show(item id: String) {}
        private func show(recipe id: Int?) {}
        private func showSettings() {}
        private func showFavorites() {}

        func open(_ link: LINK) {
            switch link {
            case .item(let id): show(item: id)
            case .recipes(let recipe):
                switch recipe {
                case .list: show(recipe: nil)
                case .detail(let id): show(recipe: id)
                }
            case .profile(let tab):
                switch tab {
                case .settings: showSettings()
                case .favorites: showFavorites()
                }
            }
        }

        """

    /// The app in Kotlin, in a package of its own.
    static let kotlinApp = """
        package app.NAME

        private fun showItem(id: String) = println(id)
        private fun showRecipe(id: Long?) = println(id)
        private fun showSettings() = println()
        private fun showFavorites() = println()

        fun open(link: LINK) =
            when (link) {
                is LINK.Item -> showItem(link.id)
                is LINK.Recipes ->
                    when (link) {
                        LINK.Recipes.ListLink -> showRecipe(null)
                        is LINK.Recipes.Detail -> showRecipe(link.id)
                    }
                is LINK.Profile ->
                    when (link.to) {
                        LINK.To.SETTINGS -> showSettings()
                        LINK.To.FAVORITES -> showFavorites()
                    }
            }

        """
}

extension RouteChange {
    static let all = [
        RouteChange(name: "unchanged"),
        RouteChange(
            name: "added", patterns: ["cart": "/cart"],
            swift: [Problem(line: "switch link {", text: "switch must be exhaustive")],
            kotlin: [Problem(line: "when (link) {", text: "'Cart'")]),
        RouteChange(
            name: "nested", patterns: ["recipes.edit": "/recipes/{id:int}/edit"],
            swift: [Problem(line: "switch recipe {", text: "switch must be exhaustive")],
            kotlin: [Problem(line: "when (link) {", text: "'is Edit'")]),
        RouteChange(
            name: "renamed", patterns: ["item": nil, "product": "/item/{id}"],
            swift: [Problem(line: "case .item(let id): show(item: id)", text: "has no member 'item'")],
            kotlin: [
                Problem(line: "when (link) {", text: "'is Product'"),
                Problem(line: "is LINK.Item -> showItem(link.id)", text: "'Item'"),
                Problem(line: "is LINK.Item -> showItem(link.id)", text: "'id'"),
            ]),
        RouteChange(
            name: "removed", patterns: ["item": nil],
            swift: [Problem(line: "case .item(let id): show(item: id)", text: "has no member 'item'")],
            kotlin: [
                Problem(line: "is LINK.Item -> showItem(link.id)", text: "'Item'"),
                Problem(line: "is LINK.Item -> showItem(link.id)", text: "'id'"),
            ]),
        RouteChange(
            name: "retyped", patterns: ["item": "/item/{id:int}"],
            swift: [Problem(line: "case .item(let id): show(item: id)", text: "'Int' to expected")],
            kotlin: [Problem(line: "is LINK.Item -> showItem(link.id)", text: "'Long'")]),
        // In Kotlin the values that were there are read as before.
        RouteChange(
            name: "captured", patterns: ["item": "/item/{id}/{color}"],
            swift: [Problem(line: "case .item(let id): show(item: id)", text: "to expected argument type 'String'")]),
        RouteChange(
            name: "listed", patterns: ["profile": "/profile?to={to:settings|favorites|notes}"],
            swift: [Problem(line: "switch tab {", text: "switch must be exhaustive")],
            kotlin: [Problem(line: "when (link.to) {", text: "'NOTES'")]),
        RouteChange(
            name: "unlisted", patterns: ["profile": "/profile?to={to:settings|notes}"],
            swift: [Problem(line: "case .favorites: showFavorites()", text: "has no member 'favorites'")],
            kotlin: [
                Problem(line: "when (link.to) {", text: "'NOTES'"),
                Problem(line: "LINK.To.FAVORITES -> showFavorites()", text: "'FAVORITES'"),
            ]),
    ]
}
