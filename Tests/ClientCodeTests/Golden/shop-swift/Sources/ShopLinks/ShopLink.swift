// The links of shop that open shop-ios, as of revision 90814f3f1a1e of its routes.
//
// Made by: postern code swift --tenant shop --app shop-ios

/// A link that opens the app.
public enum ShopLink: Hashable, Sendable {
    /// `/products/{id}?color={color?}`
    ///
    /// <https://www.yourdomain.example/products/1042>
    case product(id: String, color: String? = nil)

    /// `/profile`
    ///
    /// <https://www.yourdomain.example/profile>
    case profile

    /// `/orders/{id}`
    ///
    /// <https://www.yourdomain.example/orders/2026-00017>
    case order(id: String)
}
