// How the links of shop that open shop-ios are printed, as of revision 90814f3f1a1e of its routes.
//
// Made by: postern code swift --tenant shop --app shop-ios

import Foundation

extension ShopLink {
    /// The universal link on a host.
    ///
    /// - Returns: `nil` when the link would be read as another one or as none: when the app has no
    ///   such host, or when a value is empty, a dot segment, or one that another route takes.
    public func url(on host: String = "www.yourdomain.example") -> URL? {
        let host = host.lowercased()
        guard Self.domains.contains(where: { $0.covers(host) }) else { return nil }
        return checked("https://\(host)\(path)")
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
