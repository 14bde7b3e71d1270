// How the links of kitchen that open kitchen-ios are printed, as of revision d0642b4526fe of its
// routes.
//
// Made by: postern code swift --tenant kitchen --app kitchen-ios

import Foundation

extension KitchenLink {
    /// The universal link on a host.
    ///
    /// - Returns: `nil` when the link would be read as another one or as none: when the app has no
    ///   such host, or when a value is empty, a dot segment, or one that another route takes.
    public func url(on host: String = "www.kitchen.example") -> URL? {
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
        case .recipes(let link):
            link.path
        case .profile(let to):
            "/mobile-app/profile?to=\(to.rawValue)"
        }
    }
}

extension KitchenLink.Recipes {
    fileprivate var path: String {
        switch self {
        case .list:
            "/mobile-app/recipes"
        case .detail(let id, let referrer):
            "/mobile-app/recipe"
                + query(("id", id.percentEncoded), ("referrer", referrer?.percentEncoded))
        }
    }
}
