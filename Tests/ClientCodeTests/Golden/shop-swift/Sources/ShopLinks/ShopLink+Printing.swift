import Foundation

extension ShopLink {
    /// The universal link on a host.
    ///
    /// - Returns: `nil` when the link would be read as another one or as none: when the app has no
    ///   such host, or when a value is empty, a dot segment, or one that another route takes.
    public func url(on host: String = "www.yourdomain.example") -> URL? {
        checked("https://\(host)\(path)")
    }

    private func checked(_ text: String) -> URL? {
        guard let url = URL(string: text), let link = try? Self(url), link == self else {
            return nil
        }
        return url
    }

    private var path: String {
        switch self {
        case .product(let id, let color):
            "/products/\(id.percentEncoded)" + query(("color", color?.percentEncoded))
        case .profile:
            "/profile"
        case .order(let id):
            "/orders/\(id.percentEncoded)"
        }
    }
}
