// The links of kitchen that open kitchen-ios, as of revision d0642b4526fe of its routes.
//
// Made by: postern code swift --tenant kitchen --app kitchen-ios

/// A link that opens the app.
public enum KitchenLink: Hashable, Sendable {
    /// One of the links of `recipes`.
    case recipes(Recipes)

    /// `/mobile-app/profile?to={to:settings|favorites}`
    ///
    /// <https://www.kitchen.example/mobile-app/profile?to=settings>
    case profile(to: To)

    /// The links of `recipes`.
    public enum Recipes: Hashable, Sendable {
        /// `/mobile-app/recipes`
        ///
        /// <https://www.kitchen.example/mobile-app/recipes>
        case list

        /// `/mobile-app/recipe?id={id}&referrer={referrer?}`
        ///
        /// <https://www.kitchen.example/mobile-app/recipe?id=77>
        case detail(id: String, referrer: String? = nil)
    }

    /// What `to` may be; the raw values are the texts in a URL.
    public enum To: String, CaseIterable, Hashable, Sendable {
        case settings
        case favorites
    }
}
