/// What a hosted page says of a link, and where it leads.
package struct PageContent: Equatable, Sendable {
    /// A link to a store.
    package struct Store: Equatable, Sendable {
        /// Which of them.
        package let kind: Kind
        /// The address.
        package let address: String

        /// A store.
        package enum Kind: Sendable {
            /// Apple's.
            case appStore
            /// Google's.
            case googlePlay
        }
    }

    /// What the page is for.
    package var purpose: PagePurpose
    /// Whom it is for.
    package var platform: ClientPlatform
    /// The host of the page.
    package var host: String
    /// The link itself.
    package var address: String
    /// What the link is about.
    package var preview: LinkPreview?
    /// Where the link to the web leads.
    package var way: String
    /// Opens the app: a URL of its own scheme, an `intent:` URL, or an https URL of another host.
    package var open: String?
    /// The stores.
    package var stores: [Store]
    /// The app whose banner Safari shows; the banner hands it the link.
    package var banner: StoreID?
    /// Whether search engines may list the page.
    package var isIndexed = false
}

/// A request that is answered with a hosted page.
package struct PageRequest: Sendable {
    /// The index of the route that decides, in its set; `nil` where none does.
    package var route: Int?
    /// What the route captured.
    package var captures: [ExplainedCapture]
    /// The host, in its canonical text.
    package var host: String
    /// Path and query of the link itself, as they were asked for.
    package var target: String
    /// Path and query that the route has decided, where they are those of a link's destination.
    package var resolvedTarget: String?
    /// Who asks.
    package var client: Client
    /// Whether the browser opens `intent:` URLs.
    package var handlesIntents: Bool
    /// A host whose links open the app.
    package var appHost: HostName?
    /// What the link that decided is about, if it says so.
    package var linkPreview: LinkPreview?
    /// Whether a link decided.
    package var isLink: Bool
    /// The app's own URL to which the link leads, if it leads into an app.
    package var opens: String?

    /// Makes a request.
    package init(
        route: Int?, captures: [ExplainedCapture], host: String, target: String, client: Client,
        handlesIntents: Bool = false, appHost: HostName? = nil, linkPreview: LinkPreview? = nil,
        resolvedTarget: String? = nil, isLink: Bool = false, opens: String? = nil
    ) {
        self.route = route
        self.captures = captures
        self.host = host
        self.target = target
        self.client = client
        self.handlesIntents = handlesIntents
        self.appHost = appHost
        self.linkPreview = linkPreview
        self.resolvedTarget = resolvedTarget
        self.isLink = isLink
        self.opens = opens
    }
}

extension RouteSet {
    /// What a page says and where it leads.
    ///
    /// - Parameters:
    ///   - request: The request; its route is one of the set's, if it has one.
    ///   - purpose: What the page is for: a program gets no way into apps and stores (case 76).
    ///   - way: Where the web destination is.
    ///   - store: The store's address, if the client's platform has one.
    /// - Returns: The content.
    package func page(_ request: PageRequest, _ purpose: PagePurpose, way: String, store: String?) -> PageContent {
        let route = request.route.map { routes[$0] }
        let platform = request.client.platform
        var content = PageContent(
            purpose: purpose, platform: platform, host: request.host,
            address: "https://\(request.host)\(request.target)", preview: request.linkPreview ?? route?.preview,
            way: way, stores: [], isIndexed: request.isLink ? indexesLinks : purpose == .preview)
        guard purpose == .choice else { return content }
        if let url = request.opens {
            offer(url, request, &content)
            return content
        }
        content.stores = stores(on: platform, store) { platform in
            if let route { self.store(for: route, on: platform) } else { self.store(on: platform) }
        }
        guard let route else { return content }
        let opening = apps.filter { route.opens($0.name) && $0.runs(on: platform) }
        content.open = opening.isEmpty ? nil : open(route, opening, request, way: way)
        if platform != .android {
            content.banner =
                opening.lazy.compactMap { app in
                    if case .ios(_, let number) = app.identity { number } else { nil }
                }.first
        }
        return content
    }

    /// What the page of a link into an app leads to: a button where the app runs, and the stores that have it.
    private func offer(_ url: String, _ request: PageRequest, _ content: inout PageContent) {
        let scheme = URLScheme(String(url.prefix { $0 != ":" }))
        let owners = apps.filter { $0.scheme == scheme }
        let platform = content.platform
        let store = owners.lazy.compactMap { $0.store(on: platform) }.first?.text(referring: content.address)
        content.stores = stores(on: platform, store) { platform in
            owners.lazy.compactMap { $0.store(on: platform) }.first
        }
        let here = owners.filter { $0.runs(on: platform) }
        for app in here {
            switch app.identity {
            case .ios(_, let number): content.banner = content.banner ?? number
            case .android(let package, _):
                guard request.handlesIntents, content.open == nil else { break }
                content.open = AndroidIntent(target: url, package: package, fallback: content.way).url
            }
        }
        content.open = content.open ?? (here.isEmpty ? nil : url)
    }

    /// What the button of a page leads to: of Android's browsers an intent where they take it, else a host that is not
    /// the page's own, else the app's own scheme, which only a tap may open (case 81).
    private func open(_ route: Route, _ apps: [App], _ request: PageRequest, way: String) -> String? {
        let scheme = apps.lazy.compactMap { app in
            app.scheme.flatMap { route.schemeURL($0, captures: request.captures) }
        }.first
        let app = apps.first { $0.scheme != nil } ?? apps[0]
        if request.handlesIntents, case .android(let package, _) = app.identity {
            let target = scheme ?? "https://\(request.host)\(request.target)"
            let intent = AndroidIntent(target: target, package: package, fallback: way)
            if let url = intent.url { return url }
        }
        // A link lives on its own domain: another host does not know it.
        if let host = request.appHost, host.text != request.host, route.destination != .links {
            return "https://\(host)\(request.resolvedTarget ?? request.target)"
        }
        return scheme
    }

    /// The store of the platform; both on a desktop, for people who read about the app there.
    private func stores(
        on platform: ClientPlatform, _ store: String?, find: (ClientPlatform) -> StoreAddress?
    ) -> [PageContent.Store] {
        switch platform {
        case .ios, .ipados, .macOrIPad: return store.map { [.init(kind: .appStore, address: $0)] } ?? []
        case .android: return store.map { [.init(kind: .googlePlay, address: $0)] } ?? []
        case .macos, .windows, .linux, .other:
            let apple = find(.ios).map { PageContent.Store(kind: .appStore, address: $0.text) }
            let google = find(.android).map {
                PageContent.Store(kind: .googlePlay, address: $0.text)
            }
            return [apple, google].compactMap(\.self)
        }
    }
}

extension App {
    /// Whether the app runs on a platform, or may run on it.
    fileprivate func runs(on platform: ClientPlatform) -> Bool {
        switch (platform, identity) {
        case (.ios, .ios), (.ipados, .ios), (.macOrIPad, .ios), (.android, .android): true
        default: false
        }
    }
}

extension OptOut {
    /// A URL with the query item that keeps it in the browser; the fragment stays last.
    package func added(to url: String) -> String {
        let mark = url.firstIndex(of: "#") ?? url.endIndex
        let (address, fragment) = (url[..<mark], url[mark...])
        let separator = !address.contains("?") ? "?" : address.hasSuffix("?") || address.hasSuffix("&") ? "" : "&"
        return "\(address)\(separator)\(queryItem)=1\(fragment)"
    }
}

extension Tenant {
    /// The host whose links open the app from pages of a domain: where the same routes hold for both.
    package func appHost(for domain: Domain) -> HostName? {
        guard let host = page.appHost, domain.name.base != host || domain.name.isWildcard,
            let other = domains.first(where: { $0.state == .live && !$0.name.isWildcard && $0.name.base == host })
                ?? domains.first(where: { $0.state == .live && $0.name.isWildcard && $0.name.covers(host.text) })
        else { return nil }
        let names = [domain, other].map { domain in routes.filter { $0.holds(for: domain.name) }.map(\.name) }
        return names[0] == names[1] && domain.isCaseSensitive == other.isCaseSensitive ? host : nil
    }
}
