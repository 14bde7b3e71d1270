import DeepLinks
import Platform
import Testing

/// Whether an app opens a URL by the routes alone: the gateway's own program, asked without time and suspension.
struct TableOracle {
    /// What decides a URL.
    enum Decider: Equatable {
        /// A path that the gateway answers itself.
        case reserved
        /// The domain's opt-out.
        case optOut
        /// The route with the index.
        case route(Int)
        /// No route.
        case none
    }

    private let set: RouteSet
    private let program: RouteProgram
    private let decisions: AppDecisions

    init(_ set: RouteSet) {
        self.set = set
        var timeless = set
        timeless.isSuspended = false
        for index in timeless.routes.indices { timeless.routes[index].lifeSpan = LifeSpan() }
        program = RouteProgram(timeless)
        decisions = AppDecisions(set)
    }

    /// What decides; what the product says of apps is checked on the way.
    func decider(_ url: LinkURL) -> Decider {
        let decider = ahead(url) ?? resolved(url)
        let said = decisions.route(url).map(Decider.route)
        if case .route = decider {
            if said != decider {
                Issue.record("\(url) is decided by \(decider), and \(String(describing: said)) for apps")
            }
        } else if let said {
            Issue.record("\(url) is decided by \(decider), and \(said) for apps")
        }
        return decider
    }

    private func ahead(_ url: LinkURL) -> Decider? {
        var path = String(decoding: url.path, as: UTF8.self)[...]
        while path.hasSuffix("/") { path = path.dropLast() }
        let compared = set.isCaseSensitive ? String(path) : path.lowercased()
        if ["/apple-app-site-association", "/robots.txt", "/favicon.ico", "/.well-known"].contains(compared) {
            return .reserved
        }
        if compared.hasPrefix("/.well-known/") { return .reserved }
        if let optOut = set.optOut, optOut.applies(to: url) { return .optOut }
        return nil
    }

    private func resolved(_ url: LinkURL) -> Decider {
        var captures = Captures()
        let raw = Array(url.path)
        let query = Array(url.query ?? [])
        let resolution = program.view.resolve(
            path: raw.span, query: query.span, client: Client(), time: UnixTime(microseconds: 0),
            captures: &captures)
        switch resolution {
        case .decided(let decision): return decision.route.map(Decider.route) ?? .none
        case .needsLink(let request): return .route(request.route)
        case .needsClient(let request): return request.route.map(Decider.route) ?? .none
        }
    }

    /// Whether a decider opens the app.
    func opens(_ decider: Decider, _ app: AppName) -> Bool {
        if case .route(let index) = decider { set.routes[index].opens(app) } else { false }
    }

    /// Whether the app opens.
    func opens(_ url: LinkURL, _ app: AppName) -> Bool { opens(decider(url), app) }
}
