internal import Platform

/// What the routes of a set decide about apps: at any time, for a suspended tenant too (invariant 12).
package struct AppDecisions {
    private let set: RouteSet
    private let program: RouteProgram

    /// Makes the decisions of a set.
    ///
    /// - Complexity: O(size of the set); compiles a program.
    package init(_ set: RouteSet) {
        self.set = set
        var timeless = set
        timeless.isSuspended = false
        for index in timeless.routes.indices { timeless.routes[index].lifeSpan = LifeSpan() }
        program = RouteProgram(timeless)
    }

    /// The index of the route that decides; `nil` where no app opens, by no route, the opt-out or a reserved path.
    package func route(_ url: LinkURL) -> Int? {
        if ReservedPath.keepsFromApps(url.path, folds: !set.isCaseSensitive) { return nil }
        if let optOut = set.optOut, optOut.applies(to: url) { return nil }
        var captures = Captures()
        let path = Array(url.path)
        let query = Array(url.query ?? [])
        let resolution = program.view.resolve(
            path: path.span, query: query.span, client: Client(), time: UnixTime(microseconds: 0),
            captures: &captures)
        return switch resolution {
        case .decided(let decision): decision.route
        case .needsLink(let request): request.route
        case .needsClient(let request): request.route
        }
    }

    /// Whether an app opens.
    package func opens(_ url: LinkURL, _ app: AppName) -> Bool { route(url).map { set.routes[$0].opens(app) } ?? false }
}
