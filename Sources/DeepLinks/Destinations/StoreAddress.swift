/// Where an app is in its store.
package enum StoreAddress: Equatable, Sendable {
    /// The App Store's page of an app with this number.
    case appStore(StoreID)
    /// Google Play's page of a package, with a referrer that carries the link.
    case play(PackageName)

    /// The address without what comes of a request: `https://apps.apple.com/app/id123`.
    package var text: String {
        switch self {
        case .appStore(let id): "https://apps.apple.com/app/id\(id.text)"
        case .play(let package): "https://play.google.com/store/apps/details?id=\(package.text)"
        }
    }
}

extension StoreAddress {
    /// The address by which Google Play hands the app the link that was followed, as its first start can read it.
    func text(referring link: String) -> String {
        guard case .play = self else { return text }
        return "\(text)&referrer=" + PercentEncoding.encoded("link=\(PercentEncoding.encoded(link.utf8))".utf8)
    }
}

extension RouteSet {
    /// The store of a platform for a route: that of the first app that the route opens, else of the first app.
    ///
    /// - Returns: `nil` on platforms without a store, and where no app of the set is in it.
    package func store(for route: Route, on platform: ClientPlatform) -> StoreAddress? {
        apps.first { route.opens($0.name) && $0.store(on: platform) != nil }?.store(on: platform)
            ?? store(on: platform)
    }

    /// The store of a platform where no route decides: that of the first app.
    package func store(on platform: ClientPlatform) -> StoreAddress? {
        apps.lazy.compactMap { $0.store(on: platform) }.first
    }
}

extension App {
    /// Where the app is in the store of a platform; `nil` when it is not there.
    package func store(on platform: ClientPlatform) -> StoreAddress? {
        switch (platform, identity) {
        case (.ios, .ios(_, let id?)), (.ipados, .ios(_, let id?)), (.macOrIPad, .ios(_, let id?)): .appStore(id)
        case (.android, .android(let package, _)): .play(package)
        default: nil
        }
    }
}
