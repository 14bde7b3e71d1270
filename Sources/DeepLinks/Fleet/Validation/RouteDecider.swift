import Platform

/// Says which of a tenant's routes decides a URL, whatever the time of day and also while the tenant is suspended.
struct RouteDecider {
    /// What the routes of a domain say to a path and query.
    enum Verdict: Equatable {
        /// A route for web pages decides.
        case web(RouteName)
        /// A route of kind `links` decides and asks for the slug.
        case link(RouteName, slug: String)
        /// A route of kind `links` decides, and no link can have such a slug.
        case badSlug(RouteName)
        /// A route decides, and a captured value would make a dot segment in its destination.
        case unsafeCapture(RouteName)
        /// No route matches.
        case fallback
        /// The gateway answers the path itself, ahead of all routes.
        case reserved
        /// The gateway answers the path with 404, ahead of all routes.
        case badPath
    }

    /// What makes two domains' routes match alike.
    private struct Key: Hashable {
        let isCaseSensitive: Bool
        let routes: [Int]
    }

    private let tenant: Tenant
    private var keys: [DomainName: Key] = [:]
    private var programs: [Key: RouteProgram] = [:]

    init(_ tenant: Tenant) {
        self.tenant = tenant
    }

    /// Decides a path and query as a domain would.
    mutating func verdict(on domain: Domain, path: [UInt8], query: [UInt8]) -> Verdict {
        guard ReservedPath(path: path.span) == nil else { return .reserved }
        let key = key(of: domain)
        let indices = key.routes
        let program = program(key)
        var captures = Captures()
        let resolution = program.view.resolve(
            path: path.span, query: query.span, client: Client(), time: UnixTime(seconds: 0), captures: &captures
        )
        switch resolution {
        case .needsLink(let request):
            var slug: [UInt8] = []
            let bytes = captures.slug
            for index in bytes.indices { slug.append(bytes[index]) }
            return .link(tenant.routes[indices[request.route]].name, slug: String(decoding: slug, as: UTF8.self))
        case .needsClient(let request):
            return request.route.map { .web(tenant.routes[indices[$0]].name) } ?? .fallback
        case .decided(let decision):
            guard let route = decision.route else { return decision.reason == .badPath ? .badPath : .fallback }
            let name = tenant.routes[indices[route]].name
            return switch decision.reason {
            case .unknownLink: .badSlug(name)
            case .unsafeCapture: .unsafeCapture(name)
            default: .web(name)
            }
        }
    }

    private mutating func key(of domain: Domain) -> Key {
        if let key = keys[domain.name] { return key }
        let indices = tenant.routes.indices.filter { tenant.routes[$0].holds(for: domain.name) }
        let key = Key(isCaseSensitive: domain.isCaseSensitive, routes: indices)
        keys[domain.name] = key
        return key
    }

    private mutating func program(_ key: Key) -> RouteProgram {
        if let program = programs[key] { return program }
        let routes = key.routes.map { index in
            var route = tenant.routes[index]
            route.lifeSpan = LifeSpan()
            // Which route decides does not depend on who asks.
            route.platforms = PlatformDestinations()
            route.preview = nil
            return route
        }
        let program = RouteProgram(
            RouteSet(isCaseSensitive: key.isCaseSensitive, fallback: tenant.web, routes: routes)
        )
        programs[key] = program
        return program
    }
}

extension RouteDecider.Verdict {
    /// The route that decides, if one does.
    var route: RouteName? {
        switch self {
        case .web(let name), .link(let name, _), .badSlug(let name), .unsafeCapture(let name): name
        case .fallback, .reserved, .badPath: nil
        }
    }

    /// The verdict as a reason for refusing: `the route product decides this URL`.
    var reason: String {
        switch self {
        case .web(let name), .link(let name, _): "the route \(name) decides this URL"
        case .badSlug: "no link can have such a name: 1 to 255 bytes of UTF-8, decoded"
        case .unsafeCapture(let name):
            "a captured value would make a dot segment in the destination of the route \(name)"
        case .fallback: "no route matches this URL"
        case .reserved: "the gateway answers this path itself"
        case .badPath: "the gateway answers dot segments, backslashes, control characters and bad escapes with 404"
        }
    }
}
