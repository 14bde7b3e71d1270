import DeepLinks
import Platform

/// Whether an app opens a URL by the routes alone: the gateway's own program, asked without time and suspension.
struct TableOracle {
    private let set: RouteSet
    private let program: RouteProgram

    init(_ set: RouteSet) {
        self.set = set
        var timeless = set
        timeless.isSuspended = false
        for index in timeless.routes.indices { timeless.routes[index].lifeSpan = LifeSpan() }
        program = RouteProgram(timeless)
    }

    /// The route that decides; `nil` where nothing opens.
    func route(_ url: LinkURL) -> Int? {
        let text = String(decoding: url.path, as: UTF8.self)
        var path = text[...]
        while path.hasSuffix("/") { path = path.dropLast() }
        let compared = set.isCaseSensitive ? String(path) : path.lowercased()
        if ["/apple-app-site-association", "/robots.txt", "/favicon.ico", "/.well-known"].contains(compared) {
            return nil
        }
        if compared.hasPrefix("/.well-known/") { return nil }
        if let optOut = set.optOut, optOut.applies(to: url) { return nil }
        var captures = Captures()
        let raw = Array(url.path)
        let query = Array(url.query ?? [])
        let resolution = program.view.resolve(
            path: raw.span, query: query.span, client: Client(), time: UnixTime(microseconds: 0),
            captures: &captures)
        switch resolution {
        case .decided(let decision): return decision.route
        case .needsLink(let request): return request.route
        }
    }

    /// Whether the app opens.
    func opens(_ url: LinkURL, _ app: AppName) -> Bool { route(url).map { set.routes[$0].opens(app) } ?? false }
}
